# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the proof of an entry holds for that entry alone, in the tree that its checkpoint covers."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest

from svc_sdk.verify import NotCheckedError, ProofVerification, verify_proof

from .made_exports import Signer, hashes_of, linked, path_of, some
from .running import verify

HASHES = hashes_of(linked(some(21)))


def proof(signer: Signer, seq: int, size: int = 21) -> dict[str, Any]:
    path = [base64.b64encode(sibling).decode() for sibling in path_of(seq - 1, HASHES[:size])]
    covered = {"index": seq - 1, "size": size, "path": path, "checkpoint": signer.note(HASHES[:size])}
    return {"seq": seq, "hash": HASHES[seq - 1].hex(), "covered": {**covered, "key": signer.verifier_key()}}


def of(value: object, key: str | None = None) -> ProofVerification:
    return verify_proof(io.BytesIO(json.dumps(value).encode()), key=key)


def test_each_entry_of_a_tree_has_a_proof(signer: Signer) -> None:
    for size in (1, 2, 3, 8, 21):
        assert [seq for seq in range(1, size + 1) if not of(proof(signer, seq, size)).is_valid] == []


def test_it_holds_for_nothing_else(signer: Signer, stranger: Signer) -> None:
    good = proof(signer, 5)
    covered = good["covered"]
    others: list[dict[str, Any]] = [
        {"index": 5},
        {"size": 20},
        {"path": covered["path"][1:]},
        {"path": covered["path"][::-1]},
        {"path": [*covered["path"], covered["path"][0]]},
        {"checkpoint": stranger.note(HASHES)},
        {"checkpoint": signer.note(HASHES[:20])},
        {"key": stranger.verifier_key()},
        {"key": "svc"},
    ]
    wrong: list[dict[str, Any]] = [{**good, "covered": {**covered, **other}} for other in others]
    wrong += [{**good, "seq": 6}, {**good, "seq": 0}, {**good, "hash": HASHES[5].hex()}]
    assert [one for one in wrong if of(one).is_valid] == []
    assert of(good, signer.verifier_key()).is_key_known
    assert of(good, stranger.verifier_key()).fault == "the key is not the one that is trusted"


def test_what_is_no_proof_is_not_checked(signer: Signer) -> None:
    good = proof(signer, 5)
    for name in ("seq", "hash", "covered"):
        values: list[object] = [1.5, -1, "x", [], {}, True, 10**400]
        for value in values:
            with pytest.raises(NotCheckedError, match="is no proof of an entry"):
                of({**good, name: value})
    for name in ("size", "path", "checkpoint", "key"):
        with pytest.raises(NotCheckedError, match="is no proof of an entry"):
            of({**good, "covered": {**good["covered"], name: None}})
    with pytest.raises(NotCheckedError, match="no checkpoint covers the entry 5 yet"):
        of({**good, "covered": None})
    for data in (b"", b"[" * 10_000, b"{}" * 100_000, b"\xff"):
        with pytest.raises(NotCheckedError):
            verify_proof(io.BytesIO(data))


def test_the_command_checks_it_too(signer: Signer, stranger: Signer, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof(signer, 5)))
    ran = verify("--proof", file, "--key", signer.verifier_key())
    said = f"VALID: entry 5 is one of 21, signed by {signer.verifier_key()}\nIts hash: {HASHES[4].hex()}\n"
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (0, said, b"")
    assert verify("--proof", file).stdout.startswith(b"VALID, KEY UNKNOWN: entry 5")
    ran = verify("--proof", file, "--key", stranger.verifier_key())
    assert (ran.returncode, ran.stdout.split(b":")[0]) == (1, b"NOT VALID")
