# SPDX-License-Identifier: Apache-2.0
"""The answers of the checks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """The first departure from the format: its line, from 1, and the entry that it is about."""

    line: int
    seq: int | None
    message: str


@dataclass(frozen=True)
class SignedApprovals:
    """Approvals that people signed with their passkeys."""

    verified: int
    failed: int

    @property
    def signed(self) -> int:
        return self.verified + self.failed


@dataclass(frozen=True)
class Verification:
    """The answer on an export. Counts are of all that was found right, which ends before the fault."""

    fault: Fault | None
    entries: int
    last_hash: str
    checkpoints: int
    #: Digests of acts that were computed again from their entries.
    digests: int
    approvals: SignedApprovals
    #: Reviews that several people approved, as many as were asked for.
    quorums: int
    #: Allowed acts that were redeemed, each once.
    redemptions: int
    #: The last signed note that was found right: keep it, and it finds any later rewrite.
    checkpoint: str | None
    #: The verifier key of the first line.
    key: str | None
    #: A key or earlier evidence was given. Without either any signer could have made the export.
    is_key_known: bool
    #: Where an export that was rewritten first differs from the earlier one: the lines here and there.
    differs_at: tuple[int, int] | None = None

    @property
    def is_valid(self) -> bool:
        return self.fault is None


@dataclass(frozen=True)
class ProofVerification:
    """The answer on the proof of one entry. `fault` is a sentence; None for a proof that holds."""

    fault: str | None
    seq: int
    hash: str
    #: The entries that the checkpoint of the proof covers.
    size: int
    key: str
    is_key_known: bool

    @property
    def is_valid(self) -> bool:
        return self.fault is None
