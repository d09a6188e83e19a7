# SPDX-License-Identifier: Apache-2.0
"""Checks signatures by the `openssl` command. A command that cannot do it is told from a signature that is wrong."""

import hashlib
import os
import subprocess
import tempfile
from functools import cache

from ._faults import NotCheckedError

#: The bytes before the 32 of a key for Ed25519 (RFC 8410).
ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")
#: The bytes before the two coordinates of a point of P-256.
P256_PREFIX = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")

_KNOWN_MESSAGE = b"svc"
_KNOWN_ED25519 = (
    ED25519_PREFIX + bytes.fromhex("9b9966c90a08221bee289ead481c7e671885fc87969ef7eb63c39050f0419fa3"),
    bytes.fromhex(
        "1b0ec2bc0a550b7bc1bf9bbd9f57365a740fbda65ed14752f5a8ffb7a3d197ec"
        "7ea27b150c0abfd8dd9f19bb5d1605ee1ff9d71c3372147066c468ebe9627b04"
    ),
)
_KNOWN_P256 = (
    P256_PREFIX
    + bytes.fromhex(
        "d8b53f1b8e28ecfc5c699759284592ae28ec0d229ba5637e080a5182b06551a2"
        "2c4c1ac639b5fa5f1da21bfb1f5b6fdf26a6c92d68d4ccbc1154ed0d890473fa"
    ),
    bytes.fromhex(
        "30440220612a16f45113b87a3f14cc5235b9967516224aa445282f384d241d1abc2c0830"
        "02206f169d8290d330bb95d51b9822902e3c98cb48b4f2fd1d1639fea6bdcadb340f"
    ),
)
#: An earlier export has the signatures of the later one: each question is asked once, as far as it is kept.
_ANSWERS_KEPT_MAX = 65_536
_answers: dict[bytes, bool] = {}


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """
    :param key: as SubjectPublicKeyInfo, in DER: one for Ed25519, or one that goes with SHA-256
    :raises NotCheckedError: when there is no openssl, or it cannot check a signature that is known to be right
    """
    parts = (key, message, signature)
    question = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()
    known = _answers.get(question)
    if known is not None:
        return known
    answer = _ask(key, message, signature)
    if not answer:
        _prove_able(key.startswith(ED25519_PREFIX))
    if len(_answers) < _ANSWERS_KEPT_MAX:
        _answers[question] = answer
    return answer


@cache
def _prove_able(is_ed25519: bool) -> None:
    key, signature = _KNOWN_ED25519 if is_ed25519 else _KNOWN_P256
    if not _ask(key, _KNOWN_MESSAGE, signature):
        kind = "Ed25519" if is_ed25519 else "P-256"
        raise NotCheckedError(f"the openssl command cannot check signatures of {kind}: OpenSSL 3 or newer can")


def _ask(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("key", "message", "signature")]
            for path, content in zip(paths, (key, message, signature), strict=True):
                with open(path, "wb") as file:
                    file.write(content)
            code = _run(_command(key, *paths))
    except OSError as error:
        raise NotCheckedError(f"the openssl command cannot be asked: {error.strerror}") from None
    if code < 0:
        raise NotCheckedError(f"the openssl command was ended by the signal {-code}")
    return code == 0


def _run(command: list[str]) -> int:
    quiet = subprocess.DEVNULL
    try:
        # Nothing of a file but paths of our own stands in the command.
        return subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False).returncode  # noqa: S603
    except FileNotFoundError:
        raise NotCheckedError("there is no openssl command, which checks the signatures: install OpenSSL") from None


def _command(key: bytes, key_path: str, message_path: str, signature_path: str) -> list[str]:
    if key.startswith(ED25519_PREFIX):
        asked = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", key_path]
        return [*asked, "-in", message_path, "-sigfile", signature_path]
    asked = ["openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", key_path]
    return [*asked, "-signature", signature_path, message_path]
