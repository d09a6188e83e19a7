# SPDX-License-Identifier: Apache-2.0
"""
The second verifier of audit exports: it checks them with the standard library and the `openssl` command, by the page
docs/reference/audit-export.md alone. It imports nothing of the client, and never uses the network.
"""

from ._faults import NotCheckedError
from ._lines import Source
from ._proof import verify_proof
from ._results import Fault, ProofVerification, SignedApprovals, Verification
from ._verify import verify_export

__all__ = [
    "Fault",
    "NotCheckedError",
    "ProofVerification",
    "SignedApprovals",
    "Source",
    "Verification",
    "verify_export",
    "verify_proof",
]
