# SPDX-License-Identifier: Apache-2.0
"""
Follows each act along a chain: as many people approve it as were asked for, and it is redeemed once, if it was
allowed. It keeps reviews that wait and acts that may still be redeemed, and nothing of what is over.
"""

import hashlib
from datetime import datetime, timedelta

from ._approvals import MOMENT, Added, Review, SigningKeys
from ._canonical_json import JsonValue
from ._entries import Entry
from ._results import SignedApprovals

#: Approvals hold for 30 days at most; clocks of processes differ by less than a day.
_REDEEMABLE = timedelta(days=31)
#: About 150 MB.
_KEPT = 1_000_000


class ActChecks:
    """
    Reads entries in the order of the chain.

    :param kept: so many allowed acts are kept, and beyond these the ones of the last 31 days
    """

    def __init__(self, origin: str | None, kept: int = _KEPT) -> None:
        self._keys = SigningKeys(origin)
        self._waiting: dict[str, Review] = {}
        self._allowed = _AllowedActs(kept)
        self.quorums = self.redemptions = 0

    def read(self, entry: Entry, seq: int) -> str | None:
        """What is wrong with the act of this entry, as a sentence."""
        if entry.kind == "decision.recorded":
            self._read_decision(entry)
        elif entry.kind == "redemption.made":
            if not self._allowed.spend(entry):
                return "no act of this digest was allowed, or it was redeemed before"
            self.redemptions += 1
        elif entry.kind in ("review.approval_added", "review.approved"):
            return self._read_approval(entry, seq)
        elif entry.kind in ("review.denied", "review.expired"):
            self._waiting.pop(entry.subject, None)
        else:
            self._keys.read(entry)
        return None

    def approvals(self) -> SignedApprovals:
        return SignedApprovals(self._keys.verified, self._keys.failed)

    def _read_decision(self, entry: Entry) -> None:
        metadata = entry.metadata
        self._waiting.pop(entry.subject, None)
        if metadata.get("decision") == "REVIEW":
            asked = metadata.get("approvals")
            told = asked if isinstance(asked, dict) else {}
            needed, is_signed = _count(told.get("count")), told.get("signed") is True
            self._waiting[entry.subject] = Review(_digest(entry), needed, is_signed)
        elif metadata.get("decision") == "ALLOW" and metadata.get("redeemed") is not True:
            self._allowed.add(entry)

    def _read_approval(self, entry: Entry, seq: int) -> str | None:
        review = self._waiting.get(entry.subject)
        is_signed = "signature" in entry.metadata
        wrong = self._keys.fault(entry, review) if is_signed else None
        is_same = review is not None and review.digest == _digest(entry)
        if entry.kind == "review.approval_added":
            if review is not None and is_same:
                review.needed = review.needed or _count(entry.metadata.get("needed"))
                review.added[seq] = Added(entry.actor, is_signed)
            return wrong
        self._waiting.pop(entry.subject, None)
        if is_same:
            self._allowed.add(entry)
        wrong = wrong or _quorum_fault(entry, review, is_signed)
        self.quorums += wrong is None and "earlier" in entry.metadata
        return wrong


class _AllowedActs:
    """Acts that were allowed and not yet redeemed, with the moments at which they were, oldest entry first."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._acts: dict[bytes, str] = {}

    def add(self, entry: Entry) -> None:
        act = _act(entry)
        if act is None or not MOMENT.match(entry.at):
            return
        self._acts[act] = entry.at
        while len(self._acts) > self._kept:
            oldest = next(iter(self._acts))
            if _is_within(self._acts[oldest], entry.at):
                break
            del self._acts[oldest]

    def spend(self, entry: Entry) -> bool:
        act = _act(entry)
        return act is not None and self._acts.pop(act, None) is not None


def _quorum_fault(entry: Entry, review: Review | None, is_signed: bool) -> str | None:
    earlier = entry.metadata.get("earlier", [])
    if not isinstance(earlier, list):
        return "the approvals before it have another form"
    people = {entry.actor}
    for value in earlier:
        told = value if isinstance(value, dict) else {}
        seq = told.get("seq")
        added = review.added.get(int(seq)) if review and isinstance(seq, float) and seq.is_integer() else None
        if added is None or added.account_id != told.get("accountId"):
            return "an approval before it is not one of this review"
        if review and review.is_signed and not added.is_signed:
            return "an approval before it is not signed"
        people.add(added.account_id)
    if len(people) <= len(earlier):
        return "one person approved twice"
    if review is not None and len(people) < (review.needed or 1):
        return f"it was approved by {len(people)} of {review.needed} people"
    return "the approval is not signed" if review and review.is_signed and not is_signed else None


def _count(value: JsonValue) -> int | None:
    return int(value) if isinstance(value, float) and value.is_integer() and value >= 1 else None


def _digest(entry: Entry) -> str | None:
    digest = entry.metadata.get("actionDigest")
    return digest if isinstance(digest, str) else None


def _act(entry: Entry) -> bytes | None:
    """The event and the digest; None for a decision of an older build."""
    digest = _digest(entry)
    return None if digest is None else hashlib.sha256(f"{entry.subject}\n{digest}".encode()).digest()


def _is_within(earlier: str, later: str) -> bool:
    try:
        return datetime.fromisoformat(later[:-1]) - datetime.fromisoformat(earlier[:-1]) <= _REDEEMABLE
    except ValueError:
        return False
