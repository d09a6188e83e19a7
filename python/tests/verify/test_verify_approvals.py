# SPDX-License-Identifier: Apache-2.0
"""Guarantee: an approval that a passkey signed counts where its act waits, by a key that its person had added."""

import base64
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from svc_sdk.verify import SignedApprovals, Verification, verify_export
from svc_sdk.verify._acts import ActChecks
from svc_sdk.verify._canonical_json import JsonObject
from svc_sdk.verify._entries import Entry

from .made_exports import EVENT, ORGANIZATION, PERSON, Signer, canonical, draft, ended, make_export, make_signer

PAGES = "https://svc.example.com"


@pytest.fixture(scope="module")
def passkey(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return make_signer(tmp_path_factory.mktemp("passkey"), "EC")


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def key_entry(key: Signer, kind: str = "member.signing_key_added") -> dict[str, Any]:
    return draft(kind, {"keyThumbprint": "sha256:" + hashlib.sha256(key.der).hexdigest()}, subject=PERSON)


def decided(decision: str = "REVIEW") -> dict[str, Any]:
    names = ("agentId", "action", "resourceId", "destination", "recordsAffected", "sandbox", "payload")
    act = {**dict.fromkeys((*names, "call", "context")), "v": "svc-action/1", "organizationId": ORGANIZATION}
    digest = "sha256:" + hashlib.sha256(canonical({**act, "eventId": EVENT})).hexdigest()
    return draft("decision.recorded", {"decision": decision, "actionDigest": digest})


def approved(
    key: Signer, client: Mapping[str, object] | None = None, kind: str = "review.approved", nonce: str = "n"
) -> dict[str, Any]:
    digest = decided()["metadata"]["actionDigest"]
    statement = {"v": "svc-approval/1", "outcome": "APPROVED", "organizationId": ORGANIZATION, "eventId": EVENT}
    signed = {"nonce": nonce, "expiresAt": "2026-11-20T12:05:00.000Z"}
    text = canonical({**statement, "actionDigest": digest, "accountId": PERSON, "grant": None, **signed})
    challenge = base64url(hashlib.sha256(text).digest())
    told = {"type": "webauthn.get", "challenge": challenge, "origin": PAGES, **(client or {})}
    client_data = json.dumps(told).encode()
    data = hashlib.sha256(b"svc.example.com").digest() + b"\5\0\0\0\0"
    parts = {
        "publicKey": key.der,
        "clientDataJSON": client_data,
        "authenticatorData": data,
        "signature": key.sign(data + hashlib.sha256(client_data).digest()),
    }
    signature = {name: base64url(part) for name, part in parts.items()}
    signature |= {"alg": "ES256" if len(key.der) == 91 else "EdDSA", "credentialIdHash": "sha256:0", **signed}
    return draft(kind, {"actionDigest": digest, "signature": signature})


def of(drafts: Sequence[Mapping[str, Any]], signer: Signer, origin: str | None = None) -> Verification:
    return verify_export(io.BytesIO(ended(make_export(drafts, signer))), origin=origin)


def test_an_approval_is_checked_and_counted(signer: Signer, passkey: Signer) -> None:
    drafts = [key_entry(passkey), decided(), approved(passkey)]
    assert of(drafts, signer, PAGES).approvals == SignedApprovals(verified=1, failed=0)
    elsewhere = of(drafts, signer, "https://other.example.com")
    assert (elsewhere.approvals.failed, elsewhere.approvals.signed) == (1, 1)
    assert elsewhere.fault is not None
    assert elsewhere.fault.message == "it was signed on another page"


def test_a_key_for_ed25519_signs_too(signer: Signer, stranger: Signer) -> None:
    assert of([key_entry(stranger), decided(), approved(stranger)], signer).approvals.verified == 1


def test_the_browser_may_tell_more(signer: Signer, passkey: Signer) -> None:
    client = {"more": int("9" * 4000), "other": [1.5, None]}
    assert of([key_entry(passkey), decided(), approved(passkey, client)], signer).approvals.verified == 1


def test_only_the_last_decision_of_an_event_waits(signer: Signer, passkey: Signer) -> None:
    for last in ("ALLOW", "BLOCK", None):
        drafts = [key_entry(passkey), decided(), decided(last or "ALLOW"), approved(passkey)]
        fault = of(drafts, signer).fault
        assert fault is not None
        assert (fault.seq, fault.message) == (4, "the digest is not that of the act that waits")
    assert of([key_entry(passkey), decided("ALLOW"), decided(), approved(passkey)], signer).is_valid


def test_only_two_kinds_of_entries_are_about_keys(signer: Signer, passkey: Signer) -> None:
    other = key_entry(passkey, "member.signing_key_used")
    assert of([key_entry(passkey), other, decided(), approved(passkey)], signer).is_valid
    assert not of([other, decided(), approved(passkey)], signer).is_valid
    removed = key_entry(passkey, "member.signing_key_removed")
    assert not of([key_entry(passkey), removed, decided(), approved(passkey)], signer).is_valid


@pytest.mark.parametrize("as_told", [None, 1, [], {}, "sha256:", True])
def test_what_is_no_thumbprint_adds_no_key(signer: Signer, passkey: Signer, as_told: object) -> None:
    added = draft("member.signing_key_added", {"keyThumbprint": as_told}, subject=PERSON)
    assert not of([added, decided(), approved(passkey)], signer).is_valid
    text = key_entry(passkey)["metadata"]["keyThumbprint"]
    added = draft("member.signing_key_added", {"keyThumbprint": [text]}, subject=PERSON)
    assert not of([added, decided(), approved(passkey)], signer).is_valid


def test_all_of_the_export_is_read_behind_a_signature_that_fails(signer: Signer, passkey: Signer) -> None:
    twice = [approved(passkey, kind="review.approval_added"), approved(passkey, kind="review.approval_added")]
    found = of([key_entry(passkey), decided(), *twice, approved(passkey, nonce="m")], signer)
    assert found.approvals == SignedApprovals(verified=2, failed=1)
    assert found.fault is not None
    assert (found.fault.line, found.fault.seq, found.entries) == (5, 4, 5)


def test_signatures_of_any_shape_are_no_more_than_wrong(signer: Signer, passkey: Signer, tmp_path: Path) -> None:
    good = approved(passkey)["metadata"]["signature"]
    for name in good:
        values: list[object] = [None, 1, [], {}, "", "=", "\u00e7", "a" * 100_000, base64url(b"[" * 10_000)]
        for value in values:
            entry = approved(passkey)
            entry["metadata"]["signature"] = {**good, name: value}
            found = of([key_entry(passkey), decided(), entry], signer)
            # Nothing follows from which passkey it was for its person.
            is_free = name == "credentialIdHash" and isinstance(value, str)
            assert (found.approvals.failed, found.approvals.verified) == ((0, 1) if is_free else (1, 0))


def test_allowed_acts_of_31_days_are_kept_and_those_of_before_as_far_as_there_is_room() -> None:
    acts = [f"act {day}" for day in (1, 2, 31, 33)]
    moments = dict(zip(acts, ("01-01", "01-02", "02-01", "02-03"), strict=True))

    def entry(kind: str, act: str, at: str) -> Entry:
        metadata: JsonObject = {"decision": "ALLOW", "actionDigest": "sha256:" + act}
        return Entry(ORGANIZATION, f"2026-{at}T00:00:00.000Z", kind, PERSON, act, metadata, "")

    def are_lost(kept: int) -> list[bool]:
        checks = ActChecks(None, kept)
        for seq, act in enumerate(acts):
            assert checks.read(entry("decision.recorded", act, moments[act]), seq) is None
        return [checks.read(entry("redemption.made", act, "02-03"), 9) is not None for act in acts]

    assert are_lost(4) == [False, False, False, False]
    assert are_lost(3) == [True, False, False, False]
    assert are_lost(1) == [True, True, False, False]
