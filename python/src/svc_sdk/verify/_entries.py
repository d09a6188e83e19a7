# SPDX-License-Identifier: Apache-2.0
"""Reads entry lines: their form, their place in the chain, their hash, the digest of an act, and a disclosed note."""

import hashlib
import re
from dataclasses import dataclass

from ._canonical_json import LEVELS_MAX, JsonObject, JsonValue, canonical_bytes
from ._faults import InvalidError

#: Before the first entry.
NO_HASH = "0" * 64
_HEX64 = re.compile(r"[0-9a-f]{64}\Z")
_TEXT_FIELDS = ("at", "hash", "kind", "organizationId", "prevHash")
_FIELDS = frozenset({*_TEXT_FIELDS, "actor", "metadata", "seq", "subject"})


@dataclass(frozen=True)
class Entry:
    """One that stands right in the chain. `actor` and `subject` are their ids."""

    organization_id: str
    at: str
    kind: str
    actor: str
    subject: str
    metadata: JsonObject
    hash: str


def read_entry(line: JsonObject, name: str, seq: int, last_hash: str) -> Entry:
    """
    :param name: that of the key
    :param seq: the number that the entry should have
    :raises InvalidError: when anything of the line departs from the format
    """
    entry, disclosed = line.get("entry"), line.get("disclosed")
    fields = {"entry", "disclosed"} if "disclosed" in line else {"entry"}
    if set(line) != fields or not isinstance(entry, dict) or set(entry) != _FIELDS:
        raise InvalidError("the line is no entry line", seq)
    texts = {field: text for field in _TEXT_FIELDS if isinstance(text := entry[field], str)}
    actor, subject = _party(entry["actor"]), _party(entry["subject"])
    if len(texts) < len(_TEXT_FIELDS) or not isinstance(entry["seq"], float) or actor is None or subject is None:
        raise InvalidError("a field of the entry has another type", seq)
    metadata = entry["metadata"]
    if not isinstance(metadata, dict) or _levels(metadata) > LEVELS_MAX:
        raise InvalidError("the metadata are no object, or nest too deep", seq)
    if "svc/audit/" + texts["organizationId"] != name:
        raise InvalidError("the entry is of another organization", seq)
    if entry["seq"] != seq or texts["prevHash"] != last_hash:
        raise InvalidError("the entry does not follow the one before", seq)
    hashed = canonical_bytes({field: entry[field] for field in _FIELDS - {"hash"}})
    if hashlib.sha256(hashed).hexdigest() != texts["hash"]:
        raise InvalidError("the hash is not that of the entry", seq)
    if "disclosed" in line:
        _check_note(disclosed, metadata.get("noteCommitment"), seq)
    return Entry(texts["organizationId"], texts["at"], texts["kind"], actor, subject, metadata, texts["hash"])


def check_digest(entry: Entry, seq: int) -> bool:
    """
    The digest of an act follows from its entry.

    :returns: False for an entry without one, as older builds wrote it
    :raises InvalidError: when it does not
    """
    metadata = entry.metadata
    recorded = metadata.get("actionDigest")
    if entry.kind != "decision.recorded" or recorded is None:
        return False
    same = ("sandbox", "agentId", "action", "resourceId", "destination", "recordsAffected", "payload")
    act: JsonObject = {name: metadata.get(name) for name in same}
    act["v"] = "svc-action/1"
    act["organizationId"], act["eventId"] = entry.organization_id, entry.subject
    act["context"] = metadata.get("contextCommitments")
    call = metadata.get("gateway")
    fields = ("protocol", "routeId", "method", "tool")
    act["call"] = {name: call.get(name) for name in fields} if isinstance(call, dict) else None
    if recorded != "sha256:" + hashlib.sha256(canonical_bytes(act)).hexdigest():
        raise InvalidError("the digest of the act is not that of its entry", seq)
    return True


def _check_note(disclosed: JsonValue, commitment: JsonValue, seq: int) -> None:
    note, salt = (disclosed.get("note"), disclosed.get("salt")) if isinstance(disclosed, dict) else (None, None)
    is_shaped = isinstance(disclosed, dict) and len(disclosed) == 2
    if not is_shaped or not isinstance(note, str) or not isinstance(salt, str) or not _HEX64.match(salt):
        raise InvalidError("what is disclosed is no note and salt", seq)
    if hashlib.sha256(bytes.fromhex(salt) + note.encode("utf-8")).hexdigest() != commitment:
        raise InvalidError("the note is not the one that was committed to", seq)


def _party(value: JsonValue) -> str | None:
    """The id of an actor or a subject; None unless it has exactly an id and a type."""
    if not isinstance(value, dict) or set(value) != {"id", "type"} or not isinstance(value["type"], str):
        return None
    return value["id"] if isinstance(value["id"], str) else None


def _levels(value: JsonValue) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_levels, value.values()), default=0)
    return 1 + max(map(_levels, value), default=0) if isinstance(value, list) else 0
