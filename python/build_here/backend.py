"""scikit-build-core, which builds the package, with a clear sentence where it cannot: outside of the tree."""

import os

from scikit_build_core.build import (build_editable, build_wheel, get_requires_for_build_editable,
                                     get_requires_for_build_wheel, prepare_metadata_for_build_editable,
                                     prepare_metadata_for_build_wheel)

__all__ = ["build_editable", "build_sdist", "build_wheel", "get_requires_for_build_editable",
           "get_requires_for_build_wheel", "prepare_metadata_for_build_editable", "prepare_metadata_for_build_wheel"]

_TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

if not os.path.isfile(os.path.join(_TREE, "include", "aude_api.h")):
    raise SystemExit("aude: the package is built inside the whole tree of aude, and ../include/aude_api.h is not here")


def build_sdist(directory, settings=None):
    """Refused: an archive of this folder alone lacks the engine, which lies beside it."""
    raise SystemExit("aude: there is no source archive of the Python folder alone, for the engine lies beside it: "
                     "`pip wheel ./python` makes a wheel, `make dist` an archive of the whole tree")
