# SPDX-License-Identifier: Apache-2.0
"""The command `svc-sdk`, also as `python -m svc_sdk`. It loads nothing of the client."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from .verify import _command as verify

_INTERRUPTED = 130
_NOT_WRITTEN = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """:returns: the exit code; wrong arguments end the program with 2"""
    parser = argparse.ArgumentParser(prog="svc-sdk", description="Programs of svc for Python.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    verify.add_command(commands)
    options = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        return _not_written(error)
    return code


def _not_written(error: OSError) -> int:
    """Its reader is gone, or the disk is full. The rest must not fail a second time at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        print(f"The answer cannot be written: {error.strerror}", file=sys.stderr)
    return _NOT_WRITTEN


if __name__ == "__main__":
    sys.exit(main())
