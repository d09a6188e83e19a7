# SPDX-License-Identifier: Apache-2.0
"""Checks the proof of one entry, as `GET /audit/{seq}/proof` answers it: by the checkpoint in it, and its key."""

import base64
import re

from ._canonical_json import JsonObject, JsonValue, read_json
from ._checkpoints import read_checkpoint, read_key
from ._evidence import read_given_key
from ._faults import InvalidError, NotCheckedError
from ._lines import MARK, Source, opened, read_start
from ._results import ProofVerification
from ._tree import root_over

#: A path has a hash for each level of a tree, and a tree of 2**53 entries has 53.
_PROOF_BYTES_MAX = 16_384
_HEX64 = re.compile(r"[0-9a-f]{64}\Z")
_BASE64_HASH = re.compile(r"[A-Za-z0-9+/]{43}=\Z")
_SHAPE = "is no proof of an entry, as the service answers it"


def verify_proof(proof: Source, *, key: str | None = None) -> ProofVerification:
    """
    Checks that an entry is among those that a checkpoint covers. The entry itself is known by its hash alone.

    :param proof: a path, or a stream of bytes
    :param key: the verifier key to trust; None trusts that of the proof
    :raises NotCheckedError: when it is no proof, or no checkpoint covers the entry yet
    """
    trusted = None if key is None else read_given_key(key)
    with opened(proof) as (stream, name):
        data = read_start(stream, name, _PROOF_BYTES_MAX + 1)
    value = _object_in(data)
    covered, entry_hash, seq = value.get("covered"), value.get("hash"), _whole(value.get("seq"))
    if seq is None or not isinstance(entry_hash, str) or not _HEX64.match(entry_hash):
        raise NotCheckedError(f"{name} {_SHAPE}")
    if covered is None and "covered" in value:
        raise NotCheckedError(f"no checkpoint covers the entry {seq} yet: ask for its proof again")
    if not isinstance(covered, dict):
        raise NotCheckedError(f"{name} {_SHAPE}")
    size, given, note = _whole(covered.get("size")), covered.get("key"), covered.get("checkpoint")
    path = _hashes(covered.get("path"))
    if size is None or not isinstance(given, str) or not isinstance(note, str) or path is None:
        raise NotCheckedError(f"{name} {_SHAPE}")
    fault = None
    try:
        if trusted not in (None, given):
            raise InvalidError("the key is not the one that is trusted")
        checkpoint = read_checkpoint(note, read_key(given))
        if checkpoint.size != size or _whole(covered.get("index")) != seq - 1:
            raise InvalidError("the checkpoint, or the place of the entry, is another one")
        if root_over(bytes.fromhex(entry_hash), seq - 1, size, path) != checkpoint.root:
            raise InvalidError("the entry is not one of those that were signed")
    except InvalidError as error:
        fault = str(error)
    return ProofVerification(fault, seq, entry_hash, size, given, is_key_known=trusted is not None)


def _object_in(data: bytes) -> JsonObject:
    try:
        value = read_json(data.removeprefix(MARK)) if len(data) <= _PROOF_BYTES_MAX else None
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def _whole(value: JsonValue) -> int | None:
    return int(value) if isinstance(value, float) and value.is_integer() and 0 <= value < 2**53 else None


def _hashes(value: JsonValue) -> list[bytes] | None:
    if not isinstance(value, list):
        return None
    hashes = [base64.b64decode(text) for text in value if isinstance(text, str) and _BASE64_HASH.match(text)]
    return hashes if len(hashes) == len(value) else None
