# SPDX-License-Identifier: Apache-2.0
"""
Checks signed approvals along a chain: each has to be for the act that waits there, by a key that its person had added
and not removed. It keeps keys in use and reviews that wait, and nothing of what is over.
"""

import hashlib
import re

from ._canonical_json import JsonValue, canonical_bytes
from ._entries import Entry
from ._passkeys import ApprovalSignature, read_signature, signature_fault, thumbprint
from ._results import SignedApprovals

#: With the same digits as the moments of entries, so that their texts compare.
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z")
_THUMBPRINT = re.compile(r"sha256:[0-9a-f]{64}\Z")
_APPROVALS = ("review.approved", "review.approval_added")
_ENDINGS = ("review.approved", "review.denied", "review.expired")


class _Waiting:
    """A review that waits: the digest of its act, and the nonces that were signed for it."""

    def __init__(self, digest: JsonValue) -> None:
        self.digest = digest
        self.nonces: set[bytes] = set()


class ApprovalChecks:
    """Reads entries in the order of the chain."""

    def __init__(self, origin: str | None) -> None:
        self._origin = origin
        self._keys: dict[bytes, set[str]] = {}
        self._waiting: dict[bytes, _Waiting] = {}
        self._verified = self._failed = 0

    def read(self, entry: Entry) -> str | None:
        """The fault of the signature in this entry; None when it has none."""
        subject = _short(entry.subject)
        fault = None
        if entry.kind in ("member.signing_key_added", "member.signing_key_removed"):
            self._read_key(entry, subject)
        elif entry.kind == "decision.recorded":
            self._waiting.pop(subject, None)
            if entry.metadata.get("decision") == "REVIEW":
                self._waiting[subject] = _Waiting(entry.metadata.get("actionDigest"))
        elif entry.kind in _APPROVALS and "signature" in entry.metadata:
            fault = self._fault(entry, self._waiting.get(subject))
            self._verified += fault is None
            self._failed += fault is not None
        if entry.kind in _ENDINGS:
            self._waiting.pop(subject, None)
        return fault

    def counts(self) -> SignedApprovals:
        return SignedApprovals(self._verified, self._failed)

    def _read_key(self, entry: Entry, subject: bytes) -> None:
        key = entry.metadata.get("keyThumbprint")
        if not isinstance(key, str) or not _THUMBPRINT.match(key):
            return
        own = self._keys.setdefault(subject, set())
        if entry.kind == "member.signing_key_added":
            own.add(key)
        else:
            own.discard(key)
        if not own:
            del self._keys[subject]

    def _fault(self, entry: Entry, waiting: _Waiting | None) -> str | None:
        digest = entry.metadata.get("actionDigest")
        if waiting is None or not isinstance(digest, str) or waiting.digest != digest:
            return "the digest is not that of the act that waits"
        signature = read_signature(entry.metadata["signature"])
        if isinstance(signature, str):
            return signature
        if not _MOMENT.match(signature.expires_at) or signature.expires_at <= entry.at:
            return "the statement was over"
        nonce = _short(signature.nonce)
        if nonce in waiting.nonces:
            return "the statement was signed before"
        if thumbprint(signature.public_key) not in self._keys.get(_short(entry.actor), ()):
            return "the key was not one by which this person signs at that time"
        fault = signature_fault(_statement(entry, digest, signature), signature, self._origin)
        if fault is None:
            waiting.nonces.add(nonce)
        return fault


def _statement(entry: Entry, digest: str, signature: ApprovalSignature) -> bytes:
    """The text that the person of the entry should have signed."""
    return canonical_bytes(
        {
            "v": "svc-approval/1",
            "outcome": "APPROVED",
            "organizationId": entry.organization_id,
            "eventId": entry.subject,
            "actionDigest": digest,
            "accountId": entry.actor,
            "grant": entry.metadata.get("grant"),
            "nonce": signature.nonce,
            "expiresAt": signature.expires_at,
        }
    )


def _short(text: str) -> bytes:
    """A text of any length as a key of one."""
    return hashlib.sha256(text.encode("utf-8")).digest()
