# SPDX-License-Identifier: Apache-2.0
"""Owns verifier keys and signed checkpoints (C2SP signed-note and tlog-checkpoint). Each has a single spelling."""

import base64
import hashlib
import re
from dataclasses import dataclass

from ._faults import InvalidError
from ._openssl import ED25519_PREFIX, is_signed

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_KEY = re.compile(rf"(svc/audit/{_UUID})\+([0-9a-f]{{8}})\+([A-Za-z0-9+/]{{44}})\Z")
_NOTE = re.compile("([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 ([^\n ]+) ([A-Za-z0-9+/]{91}=)\n\\Z")
_ED25519 = 1
_KEY_ID_BYTES = 4
_SIZE_MAX = 2**53 - 1


@dataclass(frozen=True)
class VerifierKey:
    """The key of an organization: its name, and what its signatures are checked by."""

    text: str
    name: str
    id: bytes
    der: bytes


@dataclass(frozen=True)
class Checkpoint:
    """The size and the root of a tree, as they were signed."""

    size: int
    root: bytes


def read_key(text: str) -> VerifierKey:
    """:raises InvalidError: unless it is one as the first line of an export has it"""
    match = _KEY.match(text)
    if match is None:
        raise InvalidError("the key is no verifier key")
    name, typed = match[1], base64.b64decode(match[3])
    key_id = hashlib.sha256(name.encode() + b"\n" + typed).digest()[:_KEY_ID_BYTES]
    if typed[0] != _ED25519 or key_id.hex() != match[2]:
        raise InvalidError("the key is no verifier key for Ed25519")
    return VerifierKey(text, name, key_id, ED25519_PREFIX + typed[1:])


def is_note(text: str) -> bool:
    """True for a signed note of a tree with one signature, whoever signed it."""
    return _NOTE.match(text) is not None


def read_checkpoint(note: str, key: VerifierKey) -> Checkpoint:
    """:raises InvalidError: unless the key signed it"""
    match = _NOTE.match(note)
    if match is None or match[1] != key.name or match[4] != key.name:
        raise InvalidError("the checkpoint is no signed note of this organization")
    size, root, signed = int(match[2]), base64.b64decode(match[3]), base64.b64decode(match[5])
    is_same = (base64.b64encode(root).decode(), base64.b64encode(signed).decode()) == (match[3], match[5])
    if not is_same or size > _SIZE_MAX or signed[:_KEY_ID_BYTES] != key.id:
        raise InvalidError("the checkpoint is not one of this key")
    body = note.split("\n\n")[0].encode() + b"\n"
    if not is_signed(key.der, body, signed[_KEY_ID_BYTES:]):
        raise InvalidError("the signature of the checkpoint is wrong")
    return Checkpoint(size, root)
