# SPDX-License-Identifier: Apache-2.0
"""Makes exports as the page of their format says, with none of the verifier's code. Signatures come from openssl."""

import base64
import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ORGANIZATION = "018f0000-0000-7000-8000-000000000001"
EVENT = "018f0000-0000-7000-8000-0000000000e1"
PERSON = "018f0000-0000-7000-8000-00000000000a"
NAME = f"svc/audit/{ORGANIZATION}"


@dataclass(frozen=True)
class Signer:
    """A private key in a file."""

    path: Path
    #: SubjectPublicKeyInfo, in DER.
    der: bytes

    def verifier_key(self, name: str = NAME) -> str:
        typed = b"\1" + self.der[-32:]
        key_id = hashlib.sha256(name.encode() + b"\n" + typed).hexdigest()[:8]
        return f"{name}+{key_id}+{base64.b64encode(typed).decode()}"

    def note(self, hashes: Sequence[bytes], name: str = NAME) -> str:
        body = f"{name}\n{len(hashes)}\n{base64.b64encode(root_of(hashes)).decode()}\n"
        key_id = bytes.fromhex(self.verifier_key(name).split("+")[1])
        signed = base64.b64encode(key_id + self.sign(body.encode())).decode()
        return f"{body}\n\u2014 {name} {signed}\n"

    def sign(self, message: bytes) -> bytes:
        """By Ed25519, or by ECDSA with SHA-256."""
        given = self.path.with_suffix(".message")
        given.write_bytes(message)
        command = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(self.path), "-in", str(given)]
        if len(self.der) != 44:
            command += ["-digest", "sha256"]
        return subprocess.run(command, check=True, capture_output=True).stdout


def make_signer(folder: Path, algorithm: str = "ed25519") -> Signer:
    path = folder / f"{algorithm}.pem"
    options = ["-pkeyopt", "ec_paramgen_curve:P-256"] if algorithm == "EC" else []
    subprocess.run(["openssl", "genpkey", "-algorithm", algorithm, *options, "-out", str(path)], check=True)
    public = ["openssl", "pkey", "-in", str(path), "-pubout", "-outform", "DER"]
    return Signer(path, subprocess.run(public, check=True, capture_output=True).stdout)


def canonical(value: object) -> bytes:
    """Right for whole numbers and keys in ASCII, which is all that these exports hold."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    if len(hashes) < 2:
        return hashlib.sha256(b"\0" + hashes[0] if hashes else b"").digest()
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(hashes[:half]) + root_of(hashes[half:])).digest()


def path_of(index: int, hashes: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, section 2.1.1, word for word."""
    if len(hashes) < 2:
        return []
    half = 1 << (len(hashes) - 1).bit_length() - 1
    if index < half:
        return [*path_of(index, hashes[:half]), root_of(hashes[half:])]
    return [*path_of(index - half, hashes[half:]), root_of(hashes[:half])]


def draft(kind: str, metadata: Mapping[str, Any], actor: str = PERSON, subject: str = EVENT) -> dict[str, Any]:
    """An entry that is not yet part of a chain."""
    at = "2026-11-20T12:00:00.000Z"
    parties = {"actor": {"id": actor, "type": "user"}, "subject": {"id": subject, "type": "event"}}
    return {"at": at, "kind": kind, "metadata": dict(metadata), "organizationId": ORGANIZATION, **parties}


def some(count: int, story: str = "a") -> list[dict[str, Any]]:
    return [draft("agent.created", {"name": f"{story} {number}"}) for number in range(count)]


def linked(drafts: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for seq, given in enumerate(drafts, 1):
        entry = {**given, "seq": seq, "prevHash": entries[-1]["hash"] if entries else "0" * 64}
        entries.append({**entry, "hash": hashlib.sha256(canonical(entry)).hexdigest()})
    return entries


def hashes_of(entries: Iterable[Mapping[str, Any]]) -> list[bytes]:
    return [bytes.fromhex(entry["hash"]) for entry in entries]


def make_export(drafts: Iterable[Mapping[str, Any]], signer: Signer, checkpoints_at: Sequence[int] = ()) -> list[bytes]:
    """The lines of an export, without their ends. There is always a checkpoint at the end."""
    entries = linked(drafts)
    lines = [canonical({"key": signer.verifier_key()})]
    for seq, entry in enumerate(entries, 1):
        lines.append(canonical({"entry": entry}))
        if seq in (*checkpoints_at, len(entries)):
            lines.append(canonical({"checkpoint": signer.note(hashes_of(entries[:seq]))}))
    return lines


def ended(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
