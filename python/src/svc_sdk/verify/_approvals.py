# SPDX-License-Identifier: Apache-2.0
"""Checks the signatures of approvals: each is for the act that waits, by a key of its person that is in use."""

import hashlib
import re
from dataclasses import dataclass, field

from ._canonical_json import canonical_bytes
from ._entries import Entry
from ._passkeys import ApprovalSignature, read_signature, signature_fault, thumbprint

#: With the same digits as the moments of entries, so that their texts compare.
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z")
_THUMBPRINT = re.compile(r"sha256:[0-9a-f]{64}\Z")


@dataclass(frozen=True)
class Added:
    """An approval before the last one."""

    account_id: str
    is_signed: bool


@dataclass
class Review:
    """
    A review that waits: the digest of its act, how many people approve it, whether each of them signs, the approvals
    by the number of their entry, and the nonces that were signed for it.
    """

    digest: str | None
    needed: int | None
    is_signed: bool
    added: dict[int, Added] = field(default_factory=dict)
    nonces: set[bytes] = field(default_factory=set)


class SigningKeys:
    """The keys by which people sign, along the chain."""

    def __init__(self, origin: str | None) -> None:
        self._origin = origin
        self._keys: dict[bytes, set[str]] = {}
        self.verified = self.failed = 0

    def read(self, entry: Entry) -> None:
        """Follows which keys people sign with."""
        key = entry.metadata.get("keyThumbprint")
        is_added = entry.kind == "member.signing_key_added"
        if not is_added and entry.kind != "member.signing_key_removed":
            return
        if not isinstance(key, str) or not _THUMBPRINT.match(key):
            return
        subject = _short(entry.subject)
        own = self._keys.setdefault(subject, set())
        if is_added:
            own.add(key)
        else:
            own.discard(key)
        if not own:
            del self._keys[subject]

    def fault(self, entry: Entry, review: Review | None) -> str | None:
        """Why the signature of this approval fails; None when it holds."""
        fault = self._fault(entry, review)
        self.verified += fault is None
        self.failed += fault is not None
        return fault

    def _fault(self, entry: Entry, review: Review | None) -> str | None:
        digest = entry.metadata.get("actionDigest")
        if review is None or not isinstance(digest, str) or review.digest != digest:
            return "the digest is not that of the act that waits"
        signature = read_signature(entry.metadata["signature"])
        if isinstance(signature, str):
            return signature
        if not MOMENT.match(signature.expires_at) or signature.expires_at <= entry.at:
            return "the statement was over"
        nonce = _short(signature.nonce)
        if nonce in review.nonces:
            return "the statement was signed before"
        if thumbprint(signature.public_key) not in self._keys.get(_short(entry.actor), ()):
            return "the key was not one by which this person signs at that time"
        fault = signature_fault(_statement(entry, digest, signature), signature, self._origin)
        if fault is None:
            review.nonces.add(nonce)
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
