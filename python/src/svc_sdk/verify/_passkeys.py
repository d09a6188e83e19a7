# SPDX-License-Identifier: Apache-2.0
"""Checks what a passkey signed (WebAuthn), offline: by the public key that stands beside the signature."""

import base64
import hashlib
import re
from dataclasses import dataclass

from ._canonical_json import JsonObject, JsonValue, read_json
from ._openssl import ED25519_PREFIX, P256_PREFIX, is_signed

#: The address of a page, as browsers name it.
ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?\Z")
_LOOPBACK = re.compile(r"(127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])\Z")
_RSA_ALGORITHM = bytes.fromhex("300d06092a864886f70d0101010500")
_RSA_BITS_MIN = 2048
_ED25519_DER_BYTES = 44
_P256_DER_BYTES = 91
_RP_ID_HASH_BYTES = 32
_DATA_BYTES_MIN = 37
_PRESENT_AND_VERIFIED = 0x01 | 0x04
_TEXTS = frozenset(
    {"alg", "authenticatorData", "clientDataJSON", "credentialIdHash", "expiresAt", "nonce", "publicKey", "signature"}
)


@dataclass(frozen=True)
class ApprovalSignature:
    """The signature of an approval, with its parts as bytes."""

    alg: str
    nonce: str
    expires_at: str
    public_key: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes


def read_signature(value: JsonValue) -> ApprovalSignature | str:
    """The signature that an entry holds; or what is wrong with its form."""
    texts = {name: text for name, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else {}
    if not isinstance(value, dict) or set(value) != _TEXTS or set(texts) != _TEXTS:
        return "the signature has another form"
    names = ("publicKey", "clientDataJSON", "authenticatorData", "signature")
    parts = [part for name in names if (part := _from_base64url(texts[name])) is not None]
    if len(parts) < len(names):
        return "a part is no base64url"
    return ApprovalSignature(texts["alg"], texts["nonce"], texts["expiresAt"], *parts)


def thumbprint(public_key: bytes) -> str:
    return "sha256:" + hashlib.sha256(public_key).hexdigest()


def signature_fault(statement: bytes, signature: ApprovalSignature, origin: str | None) -> str | None:
    """
    The fault of a signature of a statement; None when it holds.

    :param origin: that of the pages; None takes any that agrees with the relying party of the signature
    """
    fault = _answer_fault(statement, _object_in(signature.client_data), signature.authenticator_data, origin)
    if fault is not None:
        return fault
    if _algorithm_of(signature.public_key) != signature.alg:
        return "the key is of another algorithm"
    message = signature.authenticator_data + hashlib.sha256(signature.client_data).digest()
    if not is_signed(signature.public_key, message, signature.signature):
        return "the signature is not that of the public key"
    return None


def _answer_fault(statement: bytes, client: JsonObject, data: bytes, origin: str | None) -> str | None:
    asked_from = client.get("origin")
    page = ORIGIN.match(asked_from) if isinstance(asked_from, str) else None
    if client.get("type") != "webauthn.get" or client.get("challenge") != _challenge(statement):
        return "the passkey signed another statement"
    if page is None or client.get("crossOrigin") is True or origin not in (None, asked_from):
        return "it was signed on another page"
    if data[:_RP_ID_HASH_BYTES] not in [hashlib.sha256(name.encode()).digest() for name in _relying_parties(page[1])]:
        return "the relying party is not that of the page"
    if len(data) < _DATA_BYTES_MIN or data[_RP_ID_HASH_BYTES] & _PRESENT_AND_VERIFIED != _PRESENT_AND_VERIFIED:
        return "the passkey did not verify its person"
    return None


def _challenge(statement: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(statement).digest()).rstrip(b"=").decode()


def _relying_parties(host: str) -> list[str]:
    """The host of a page, and the domains above it but the last: a passkey may be bound to each."""
    if _LOOPBACK.match(host):
        return ["localhost", host]
    labels = host.split(".")
    return [host] + [".".join(labels[at:]) for at in range(1, len(labels) - 1)]


def _object_in(data: bytes) -> JsonObject:
    try:
        value = read_json(data)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _from_base64url(text: str) -> bytes | None:
    """Its bytes; None unless they have this text and no other."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text else None


def _algorithm_of(der: bytes) -> str | None:
    if der.startswith(P256_PREFIX) and len(der) == _P256_DER_BYTES:
        return "ES256"
    if der.startswith(ED25519_PREFIX) and len(der) == _ED25519_DER_BYTES:
        return "EdDSA"
    return "RS256" if _modulus_bits(der) >= _RSA_BITS_MIN else None


def _modulus_bits(der: bytes) -> int:
    """The length of a key for RSA in DER; 0 for anything else. Those that count tell each length in two bytes."""
    at = 4
    if der[:2] != b"\x30\x82" or der[at : at + len(_RSA_ALGORITHM)] != _RSA_ALGORITHM:
        return 0
    at += len(_RSA_ALGORITHM)
    number = re.match(rb"\x03\x82..\x00\x30\x82..\x02\x82(..)", der[at:], re.DOTALL)
    if number is None:
        return 0
    at += number.end()
    return int.from_bytes(der[at : at + int.from_bytes(number[1], "big")], "big").bit_length()
