"""How the package is built: what pyproject.toml asks for, and what its backend refuses."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Build(unittest.TestCase):
    def test_extras_have_what_the_yardstick_needs(self):
        with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
            text = file.read()
        for extra in ("pettingzoo", "test"):
            line = re.search(rf"^{extra} = .*$", text, re.M).group()
            self.assertIn("pettingzoo[classic]", line)

    def backend(self, folder, code):
        try:
            import scikit_build_core  # noqa: F401
        except ImportError as error:
            raise unittest.SkipTest(f"scikit-build-core is not installed: {error}")
        return subprocess.run([sys.executable, "-c", "import backend; " + code], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": os.path.join(folder, "build_here")})

    def test_no_archive_of_this_folder_alone(self):
        with tempfile.TemporaryDirectory() as out:
            done = self.backend(HERE, f"backend.build_sdist({out!r})")
            self.assertEqual(os.listdir(out), [])
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Aaude: there is no source archive .*\n\Z")

    def test_not_outside_of_the_tree(self):
        with tempfile.TemporaryDirectory() as out:
            shutil.copytree(os.path.join(HERE, "build_here"), os.path.join(out, "python", "build_here"))
            done = self.backend(os.path.join(out, "python"), "")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Aaude: the package is built inside the whole tree .*\n\Z")

    def test_the_backend_builds_wheels(self):
        done = self.backend(HERE, "print(backend.build_wheel.__module__, backend.get_requires_for_build_wheel.__module__)")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scikit_build_core", done.stdout)


if __name__ == "__main__":
    unittest.main()
