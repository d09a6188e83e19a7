# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the library says of an export what the format says of it, with the place of the first fault."""

import base64
import hashlib
import io
import json
import re
from pathlib import Path

import pytest

from svc_sdk.verify import NotCheckedError, Verification, verify_export

from .made_exports import (
    NAME,
    ORGANIZATION,
    Signer,
    canonical,
    draft,
    ended,
    hashes_of,
    linked,
    make_export,
    some,
)


def of(lines: list[bytes], **options: str) -> Verification:
    return verify_export(io.BytesIO(ended(lines)), **options)


def test_a_valid_export_is_told_with_all_that_was_found(signer: Signer) -> None:
    drafts = some(5)
    found = of(make_export(drafts, signer, checkpoints_at=[2]))
    assert (found.is_valid, found.fault, found.is_key_known) == (True, None, False)
    assert (found.entries, found.checkpoints, found.digests, found.approvals.signed) == (5, 2, 0, 0)
    assert (found.last_hash, found.key) == (linked(drafts)[-1]["hash"], signer.verifier_key())
    assert found.checkpoint == signer.note(hashes_of(linked(drafts)))


@pytest.mark.parametrize("count", range(1, 18))
def test_trees_of_every_shape_have_the_root_that_was_signed(signer: Signer, count: int) -> None:
    assert of(make_export(some(count), signer, checkpoints_at=range(1, count))).checkpoints == count


def test_an_export_without_entries_is_one(signer: Signer) -> None:
    lines = [canonical({"key": signer.verifier_key()}), canonical({"checkpoint": signer.note([])})]
    assert (of(lines).is_valid, of(lines).entries) == (True, 0)


def test_a_key_has_the_name_of_an_organization(signer: Signer) -> None:
    for name in ("svc/audit/acme", f"other/{ORGANIZATION}", NAME.upper(), NAME + "\x1b[2K"):
        lines = [canonical({"key": signer.verifier_key(name)}), canonical({"checkpoint": signer.note([], name)})]
        assert of(lines).fault is not None


@pytest.mark.parametrize("origin", ["svc.example.com", "https://", "https://svc.example.com/", "HTTPS://a", ""])
def test_an_origin_that_is_none_is_not_taken(signer: Signer, origin: str) -> None:
    with pytest.raises(NotCheckedError, match="origin"):
        of(make_export(some(1), signer), origin=origin)


def test_a_key_that_is_given_is_the_only_one(signer: Signer, stranger: Signer) -> None:
    lines = make_export(some(2), signer)
    assert of(lines, key=f"\u200b {signer.verifier_key()}\r\n").is_key_known
    fault = of(lines, key=stranger.verifier_key()).fault
    assert fault is not None
    assert (fault.line, fault.seq) == (1, None)
    with pytest.raises(NotCheckedError, match="no verifier key"):
        of(lines, key=signer.verifier_key()[:-1])


def test_an_earlier_checkpoint_finds_what_was_rewritten_and_cut(signer: Signer, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier"
    rewritten = tmp_path / "rewritten"
    older = some(4)
    earlier.write_bytes(ended(make_export(older, signer, checkpoints_at=[2])))
    rewritten.write_bytes(ended(make_export([*older[:2], *some(4, "b")], signer, checkpoints_at=[1])))
    found = verify_export(rewritten, since=earlier)
    assert found.fault is not None
    assert (found.fault.seq, found.entries, found.differs_at) == (1, 4, (5, 5))
    streams = verify_export(io.BytesIO(rewritten.read_bytes()), since=io.BytesIO(earlier.read_bytes()))
    assert (streams.fault, streams.differs_at) == (found.fault, None)
    cut = verify_export(io.BytesIO(ended(make_export(older[:3], signer))), since=earlier)
    assert cut.fault is not None
    assert (cut.fault.message, cut.fault.seq) == ("there are fewer entries than the earlier checkpoint covers", 4)
    longer = verify_export(io.BytesIO(ended(make_export([*older, *some(2)], signer))), since=earlier)
    assert (longer.is_valid, longer.is_key_known) == (True, True)


def test_an_earlier_checkpoint_of_another_key_is_a_fault_of_the_first_line(signer: Signer, stranger: Signer) -> None:
    note = stranger.note(hashes_of(linked(some(1)))).encode()
    found = verify_export(io.BytesIO(ended(make_export(some(1), signer))), since=io.BytesIO(note))
    assert found.fault is not None
    assert found.fault.line == 1
    assert found.fault.message.startswith("the earlier checkpoint is none of this key")


def test_an_earlier_export_that_is_not_valid_proves_nothing(signer: Signer) -> None:
    lines = make_export(some(2), signer)
    with pytest.raises(NotCheckedError, match="the earlier export is not valid itself"):
        verify_export(io.BytesIO(ended(lines)), since=io.BytesIO(ended(lines[:-1])))


def test_what_mail_does_to_a_checkpoint_changes_nothing(signer: Signer) -> None:
    export = ended(make_export(some(3), signer))
    body, signature = signer.note(hashes_of(linked(some(3)))).split("\n\n")
    for changed in (f"\ufeff{body}\n{signature}", f"\r\n {body}\u00a0\r\n\r\n\r\n\u200b{signature}\u3000"):
        assert verify_export(io.BytesIO(export), since=io.BytesIO(changed.encode())).is_valid


def test_the_end_that_is_cut_is_told_as_missing(signer: Signer) -> None:
    whole = ended(make_export(some(3), signer))
    for size in (len(whole) - 2, len(whole) - 40, 10):
        fault = verify_export(io.BytesIO(whole[:size])).fault
        assert fault is not None
        assert fault.message == "the end is missing: the last line is cut"
        assert fault.seq == (1 if size == 10 else 4)


def test_lines_may_be_as_long_as_the_format_says_whatever_ends_them(signer: Signer) -> None:
    bare = len(make_export([draft("agent.created", {"text": ""})], signer)[1])
    fits, too_long = (
        make_export([draft("agent.created", {"text": "x" * (1_048_576 - bare + more)})], signer) for more in (0, 1)
    )
    assert len(fits[1]) == 1_048_576
    for end in (b"\n", b"\r\n"):
        assert verify_export(io.BytesIO(end.join(fits) + end)).is_valid
        fault = verify_export(io.BytesIO(end.join(too_long))).fault
        assert fault is not None
        assert (fault.line, fault.message) == (2, "the line is too long")


def decision(**changed: object) -> dict[str, object]:
    call = {"protocol": "HTTP", "routeId": None, "method": "POST", "tool": None}
    stated = {"sandbox": False, "agentId": "a", "action": "DELETE", "resourceId": "r", "destination": None}
    act = {**stated, "recordsAffected": 7, "payload": None}
    digested = {**act, "v": "svc-action/1", "organizationId": ORGANIZATION, "call": call, "context": {"reason": "c"}}
    digested["eventId"] = "018f0000-0000-7000-8000-0000000000e1"
    digest = "sha256:" + hashlib.sha256(canonical(digested)).hexdigest()
    return {**act, "gateway": call, "contextCommitments": {"reason": "c"}, "actionDigest": digest, **changed}


def test_each_part_of_an_act_is_bound_by_its_digest(signer: Signer) -> None:
    found = of(make_export([draft("decision.recorded", decision())], signer))
    assert (found.fault, found.digests) == (None, 1)
    other = {"sandbox": True, "recordsAffected": 8, "gateway": None, "contextCommitments": None, "payload": "p"}
    for name in (*other, "agentId", "action", "resourceId", "destination"):
        changed = decision(**{name: other.get(name, "other")})
        fault = of(make_export([draft("decision.recorded", changed)], signer)).fault
        assert fault is not None
        assert (fault.seq, fault.message) == (1, "the digest of the act is not that of its entry")
    # Only a decision has one, and older builds wrote none.
    other_kind = draft("review.approved", decision(sandbox=True))
    assert of(make_export([other_kind, draft("decision.recorded", decision(actionDigest=None))], signer)).digests == 0


def test_a_note_opens_the_commitment_beside_it(signer: Signer) -> None:
    salt = "0f" * 32
    commitment = hashlib.sha256(bytes.fromhex(salt) + "José 😀".encode()).hexdigest()
    lines = make_export([draft("review.denied", {"noteCommitment": commitment})], signer)
    entry = json.loads(lines[1])["entry"]

    def valid(disclosed: object) -> bool:
        return of([lines[0], canonical({"disclosed": disclosed, "entry": entry}), *lines[2:]]).is_valid

    assert valid({"note": "José 😀", "salt": salt})
    wrong: list[object] = [
        None,
        {},
        "José 😀",
        {"note": "José", "salt": salt},
        {"note": "José 😀"},
        [],
        {"note": 1, "salt": salt},
    ]
    upper = [{"note": "José 😀", "salt": salt.upper()}, {"note": "José 😀", "salt": salt, "more": ""}]
    assert [one for one in [*wrong, *upper] if valid(one)] == []


def test_a_checkpoint_is_signed_over_exactly_what_stands_before_it(signer: Signer, stranger: Signer) -> None:
    hashes = hashes_of(linked(some(3)))
    lines = make_export(some(3), signer)[:-1]
    signed = signer.note(hashes)
    notes = {
        "another key": stranger.note(hashes),
        "fewer entries": signer.note(hashes[:2]),
        "other entries": signer.note(hashes_of(linked(some(3, "b")))),
        "another name": signer.note(hashes, NAME[:-1] + "2"),
        "two signatures": signed + signed.split("\n\n")[1],
        "a number with a zero": signed.replace("\n3\n", "\n03\n"),
        "no signature": signed.split("\n\n")[0] + "\n",
        "a signature of zeros": re.sub(
            r"(\S+)\n\Z", lambda end: base64.b64encode(base64.b64decode(end[1])[:4] + bytes(64)).decode() + "\n", signed
        ),
    }
    for note in notes.values():
        assert not of([*lines, canonical({"checkpoint": note})]).is_valid
    for value in ({"checkpoint": 1}, {"checkpoint": signed, "entry": 1}):
        assert not of([*lines, canonical(value)]).is_valid
    last = canonical({"checkpoint": signed})
    assert of([*lines, last]).is_valid
    assert not of([*lines, last, last]).is_valid
