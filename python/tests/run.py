"""Every test of the package. The last line is "N passed, N failed"; what is skipped says why."""

import os
import sys
import unittest

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__)))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    for test, reason in result.skipped:
        print(f"not run: {test.id()}: {reason}")
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(failed > 0 or result.testsRun == 0)
