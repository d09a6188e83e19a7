# SPDX-License-Identifier: Apache-2.0
"""Checks an export against all that its reader has from before and from elsewhere."""

from dataclasses import replace

from ._evidence import first_difference, read_evidence, read_given_key
from ._export import ExportCheck
from ._faults import NotCheckedError
from ._lines import Source, opened
from ._passkeys import ORIGIN
from ._results import Verification


def verify_export(
    export: Source, *, key: str | None = None, since: Source | None = None, origin: str | None = None
) -> Verification:
    """
    Checks an export of the audit chain, as docs/reference/audit-export.md describes it. It reads the file once, line by
    line, and needs the `openssl` command. It never uses the network.

    :param export: a path, or a stream of bytes
    :param key: the verifier key to trust; None trusts that of earlier evidence, or else that of the export itself
    :param since: an earlier export, or an earlier checkpoint: what it covers must still be there
    :param origin: the address of the pages on which approvals were signed, such as `https://svc.example.com`; None
        takes any that agrees with the relying party of its signature
    :raises NotCheckedError: when nothing can be said about the export
    """
    if origin is not None and not ORIGIN.match(origin):
        raise NotCheckedError("the origin is no address of pages, such as https://svc.example.com")
    trusted = None if key is None else read_given_key(key)
    evidence = None if since is None else read_evidence(since, trusted)
    if evidence is None:
        check = ExportCheck(trusted, origin=origin)
    else:
        check = ExportCheck(evidence.key, evidence.note, origin)
    with opened(export) as (stream, name):
        found = check.read(stream, name)
    if check.is_rewritten and since is not None and evidence is not None and evidence.is_export:
        return replace(found, differs_at=first_difference(export, since))
    return found
