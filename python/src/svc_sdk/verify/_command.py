# SPDX-License-Identifier: Apache-2.0
"""`svc-sdk verify`: the verifier as a command. It prints ASCII alone, whatever the files hold."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from ._faults import NotCheckedError
from ._lines import Source
from ._passkeys import ORIGIN
from ._proof import verify_proof
from ._results import Verification
from ._verify import verify_export

VALID, NOT_VALID, NOT_CHECKED = 0, 1, 2

SUMMARY = "check an export of the audit chain offline"
_HELP = """Checks exports of the audit chain offline. Needs the openssl command (OpenSSL 3 or newer), and no network.

Ends with 0 when the export is valid, 1 when it is not, 2 when it could not be checked. Without --key and --since it
says VALID, KEY UNKNOWN and ends with 0: the export agrees with itself, and its signer is not known. With --many it
ends with 0, and each line has the verdict on one file."""


class _Once(argparse.Action):
    """Refuses an option that comes twice: which of the two counts would be a guess."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} comes twice")
        setattr(namespace, self.dest, values)


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The syntax of the command."""
    parser = commands.add_parser(
        "verify",
        help=SUMMARY,
        description=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        usage="%(prog)s FILE [--since FILE] [--key KEY] [--origin ORIGIN]\n"
        "       %(prog)s --many FILE... [--since FILE] [--key KEY] [--origin ORIGIN]\n"
        "       %(prog)s --proof FILE [--key KEY]",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="an export; - is standard input")
    parser.add_argument("--many", metavar="FILE", nargs="+", action=_Once, help="a line of JSON for each export")
    parser.add_argument("--proof", metavar="FILE", action=_Once, help="the proof of one entry, in place of an export")
    parser.add_argument("--since", metavar="FILE", action=_Once, help="an earlier export, or an earlier checkpoint")
    parser.add_argument("--key", action=_Once, help="the verifier key to trust in place of the one in the export")
    parser.add_argument(
        "--origin", action=_Once, help="the pages on which approvals were signed, such as https://svc.example.com"
    )
    parser.set_defaults(run=lambda options: _run(parser, options))


def _run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    if sum(one is not None for one in (options.file, options.many, options.proof)) != 1:
        parser.error("give one of FILE, --many and --proof")
    if options.origin is not None and not ORIGIN.match(options.origin):
        parser.error("--origin is no address of pages, such as https://svc.example.com")
    if options.proof is not None and (options.since is not None or options.origin is not None):
        parser.error("--proof goes with --key alone")
    if options.since == "-":
        parser.error("--since is read from a file")
    if options.many is not None:
        return _check_many(options)
    try:
        return _check_proof(options) if options.proof is not None else _check(options)
    except NotCheckedError as error:
        print(f"Not checked: {error}", file=sys.stderr)
        return NOT_CHECKED


def _verify(path: str, options: argparse.Namespace) -> Verification:
    return verify_export(_source(path), key=options.key, since=options.since, origin=options.origin)


def _check(options: argparse.Namespace) -> int:
    found = _verify(options.file, options)
    approvals = found.approvals
    told = f"Signed approvals: {approvals.signed}, verified {approvals.verified}, failed {approvals.failed}"
    if found.fault is None:
        print(f"{_verdict(found.is_key_known)}: {found.entries} entries, signed by {found.key}")
        print(told)
        print(f"Reviews that several people approved: {found.quorums}")
        print(f"Allowed acts that were redeemed, each once: {found.redemptions}")
        return VALID
    entry = "" if found.fault.seq is None else f", entry {found.fault.seq}"
    print(f"NOT VALID: line {found.fault.line}{entry}: {found.fault.message}")
    if found.differs_at is not None:
        here, there = found.differs_at
        print(f"The first entry that differs from the earlier export stands at line {here} here, {there} there.")
    if approvals.failed:
        print(told)
    return NOT_VALID


def _check_proof(options: argparse.Namespace) -> int:
    found = verify_proof(_source(options.proof), key=options.key)
    if found.fault is not None:
        print(f"NOT VALID: entry {found.seq}: {found.fault}")
        return NOT_VALID
    print(f"{_verdict(found.is_key_known)}: entry {found.seq} is one of {found.size}, signed by {found.key}")
    print(f"Its hash: {found.hash}")
    return VALID


def _check_many(options: argparse.Namespace) -> int:
    for path in options.many:
        try:
            print(json.dumps(_row(_verify(path, options))))
        except NotCheckedError as error:
            print(json.dumps({"valid": False, "checked": False, "line": 1, "seq": None, "message": str(error)}))
    return VALID


def _row(found: Verification) -> dict[str, object]:
    approvals = found.approvals
    counts = {"signed": approvals.signed, "verified": approvals.verified, "failed": approvals.failed}
    counts |= {"quorums": found.quorums, "redemptions": found.redemptions}
    if found.fault is None:
        return {"valid": True, "entries": found.entries, "note": found.checkpoint, "key": found.key, **counts}
    fault = found.fault
    return {"valid": False, "line": fault.line, "seq": fault.seq, "message": fault.message, **counts}


def _verdict(is_key_known: bool) -> str:
    return "VALID" if is_key_known else "VALID, KEY UNKNOWN"


def _source(path: str) -> Source:
    if path != "-":
        return path
    # A program that was started without standard input has none.
    if sys.stdin is None:
        raise NotCheckedError("standard input cannot be read: it is closed")
    return sys.stdin.buffer
