#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks exports of the audit chain, as docs/reference/audit-export.md describes them.

Needs Python 3.8 or newer and the openssl command (1.1.1 or newer), and nothing of the service.

    python3 verify_export.py FILE [--since FILE] [--key KEY] [--origin ORIGIN]
    python3 verify_export.py --many FILE...     one line of JSON for each file

Ends with 0 when the export is valid, 1 when it is not, 2 when it could not be checked. Without --key and --since it says
VALID, KEY UNKNOWN and ends with 0: the export agrees with itself, and its signer is not known. Approvals may be signed by passkeys (ES256, EdDSA, RS256): each
signature is checked too, for pages at ORIGIN when it is given. One of another algorithm fails.
"""
import base64
import hashlib
import json
import os
import re
import string
import subprocess
import sys
import tempfile

LINE_BYTES_MAX = 1_048_576
CHECKPOINT_BYTES_MAX = 4096
MARK = b"\xef\xbb\xbf"
LEVELS_MAX = 128
DER_PREFIX = bytes.fromhex("302a300506032b6570032100")
HEX64 = re.compile(r"[0-9a-f]{64}\Z")
KEY = re.compile(r"(svc/audit/[^\s+]{1,190})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\Z")
NOTE = re.compile(
    "([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 ([^\n ]+) ([A-Za-z0-9+/]{91}=)\n\\Z"
)
SIZE_MAX = 2**53 - 1
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z", re.ASCII)
ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?\Z")
LOOPBACK = re.compile(r"(127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])\Z")
P256_PREFIX = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
RSA_ALGORITHM = bytes.fromhex("300d06092a864886f70d0101010500")
RSA_BITS_MIN = 2048
SIGNATURE_FIELDS = {
    "alg", "authenticatorData", "clientDataJSON", "credentialIdHash", "expiresAt", "nonce", "publicKey", "signature"
}
ENTRY_FIELDS = {"actor", "at", "hash", "kind", "metadata", "organizationId", "prevHash", "seq", "subject"}


class Invalid(Exception):
    """What is wrong; `seq` is the entry that it is about."""

    def __init__(self, message, seq=None):
        super().__init__(message)
        self.seq = seq


def canonical_number(value):
    """A double as ECMAScript writes it: the shortest digits that give it back, without an exponent from 1e-6 to 1e21."""
    if value != value or value in (float("inf"), float("-inf")):
        raise Invalid("a number that a double cannot hold")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    shown = point - 1
    rest = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if shown > 0 else '-'}{abs(shown)}"


def canonical(value, levels=LEVELS_MAX + 3):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return canonical_number(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if levels == 0:
        raise Invalid("values nest too deep")
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, levels - 1) for item in value) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(canonical(key) + ":" + canonical(value[key], levels - 1) for key in keys) + "}"


def refuse_constant(text):
    raise ValueError(text)


def read_line(line):
    """The object that a line says, when the line says it in canonical form."""
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_int=float, parse_float=float, parse_constant=refuse_constant)
        if not isinstance(value, dict):
            raise Invalid("the line is no JSON object")
        if canonical(value).encode("utf-8") != line:
            raise Invalid("the line is not written as its value is")
    except (ValueError, RecursionError, OverflowError):
        raise Invalid("the line is no JSON in UTF-8") from None
    return value


class VerifierKey:
    def __init__(self, text):
        match = KEY.match(text)
        if match is None:
            raise Invalid("the key is no verifier key")
        self.text, self.name = text, match.group(1)
        typed = base64.b64decode(match.group(3))
        self.id = hashlib.sha256(self.name.encode() + b"\n" + typed).digest()[:4]
        if typed[0] != 1 or self.id.hex() != match.group(2):
            raise Invalid("the key is no verifier key for Ed25519")
        self.der = DER_PREFIX + typed[1:]


checked = {}


def is_signed(der, message, signature):
    """Asks openssl; the same question is asked once. The key is one for Ed25519, or one that goes with SHA-256."""
    question = (der, message, signature)
    if question not in checked:
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("key", "message", "signature")]
            for path, content in zip(paths, question):
                with open(path, "wb") as file:
                    file.write(content)
            command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", paths[0]]
            command += ["-in", paths[1], "-sigfile", paths[2]]
            if not der.startswith(DER_PREFIX):
                command = ["openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", paths[0]]
                command += ["-signature", paths[2], paths[1]]
            answer = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        checked[question] = answer.returncode == 0
    return checked[question]


def read_checkpoint(note, key):
    """Size and root of a signed note."""
    match = NOTE.match(note)
    if match is None or match.group(1) != key.name or match.group(4) != key.name:
        raise Invalid("the checkpoint is no signed note of this organization")
    size = int(match.group(2))
    root = base64.b64decode(match.group(3))
    signed = base64.b64decode(match.group(5))
    same = (base64.b64encode(root).decode(), base64.b64encode(signed).decode()) == (match.group(3), match.group(5))
    if not same or size > SIZE_MAX or signed[:4] != key.id:
        raise Invalid("the checkpoint is not one of this key")
    if not is_signed(key.der, note.split("\n\n")[0].encode() + b"\n", signed[4:]):
        raise Invalid("the signature of the checkpoint is wrong")
    return size, root


class Tree:
    def __init__(self):
        self.size, self.subtrees = 0, []

    def append(self, data):
        node = hashlib.sha256(b"\0" + data).digest()
        rest = self.size
        while rest & 1:
            node = hashlib.sha256(b"\1" + self.subtrees.pop() + node).digest()
            rest >>= 1
        self.subtrees.append(node)
        self.size += 1

    def root(self):
        if not self.subtrees:
            return hashlib.sha256(b"").digest()
        node = self.subtrees[-1]
        for left in reversed(self.subtrees[:-1]):
            node = hashlib.sha256(b"\1" + left + node).digest()
        return node


def levels_of(value):
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(levels_of, value), default=0) if isinstance(value, list) else 0


def is_party(value):
    return isinstance(value, dict) and set(value) == {"id", "type"} and all(isinstance(v, str) for v in value.values())


def check_digest(entry, seq):
    """The digest of the act, which everything in the entry follows into. Entries of older builds have none."""
    metadata = entry["metadata"]
    if metadata.get("actionDigest") is None:
        return
    call = metadata.get("gateway")
    names = ("agentId", "action", "resourceId", "destination", "recordsAffected", "sandbox", "payload")
    action = {name: metadata.get(name) for name in names}
    action["v"] = "svc-action/1"
    action["organizationId"] = entry["organizationId"]
    action["eventId"] = entry["subject"]["id"]
    action["context"] = metadata.get("contextCommitments")
    fields = ("protocol", "routeId", "method", "tool")
    action["call"] = {name: call.get(name) for name in fields} if isinstance(call, dict) else None
    digest = "sha256:" + hashlib.sha256(canonical(action).encode("utf-8")).hexdigest()
    if metadata["actionDigest"] != digest:
        raise Invalid("the digest of the act is not that of its entry", seq)


def from_base64url(text):
    """Its bytes; None unless they have this text and no other."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text else None


def modulus_bits(der):
    """Of a public key for RSA in DER; 0 for anything else."""
    at = 4 if der[:2] == b"\x30\x82" else 0
    if not at or der[at : at + 15] != RSA_ALGORITHM:
        return 0
    number = re.match(rb"\x03\x82..\x00\x30\x82..\x02\x82(..)", der[at + 15 :], re.DOTALL)
    if number is None:
        return 0
    start = at + 15 + number.end()
    return int.from_bytes(der[start : start + int.from_bytes(number.group(1), "big")], "big").bit_length()


def algorithm_of(der):
    if der.startswith(P256_PREFIX) and len(der) == 91:
        return "ES256"
    if der.startswith(DER_PREFIX) and len(der) == 44:
        return "EdDSA"
    return "RS256" if modulus_bits(der) >= RSA_BITS_MIN else None


def client_data(data):
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def relying_parties(host):
    """The host of a page, and the domains above it but the last: a passkey may be bound to each."""
    if LOOPBACK.match(host):
        return ["localhost", host]
    labels = host.split(".")
    return [host] + [".".join(labels[at:]) for at in range(1, len(labels) - 1)]


class Signatures:
    """Approvals that passkeys signed. Each has to be of a key that its person had added and not removed."""

    def __init__(self, origin):
        self.origin, self.keys, self.waiting = origin, {}, {}
        self.verified = self.failed = 0

    def read(self, entry):
        """What is wrong with the signature of this entry; None when nothing is."""
        kind, subject, metadata = entry["kind"], entry["subject"]["id"], entry["metadata"]
        fault = None
        if kind == "member.signing_key_added":
            self.keys.setdefault(subject, set()).add(metadata.get("keyThumbprint"))
        elif kind.startswith("member.signing_key_"):
            self.keys.get(subject, set()).discard(metadata.get("keyThumbprint"))
        elif kind == "decision.recorded" and metadata.get("decision") == "REVIEW":
            self.waiting[subject] = (metadata.get("actionDigest"), set())
        elif kind in ("review.approved", "review.approval_added") and "signature" in metadata:
            fault = self.fault(entry)
            self.verified += fault is None
            self.failed += fault is not None
        if kind in ("review.approved", "review.denied", "review.expired"):
            self.waiting.pop(subject, None)
        return fault

    def fault(self, entry):
        metadata, person = entry["metadata"], entry["actor"]["id"]
        signature, digest = metadata["signature"], metadata.get("actionDigest")
        shaped = isinstance(signature, dict) and set(signature) == SIGNATURE_FIELDS
        if not shaped or not all(isinstance(text, str) for text in signature.values()):
            return "the signature has another form"
        waiting, nonces = self.waiting.get(entry["subject"]["id"], (None, None))
        if nonces is None or not isinstance(digest, str) or waiting != digest:
            return "the digest is not that of the act that waits"
        if not MOMENT.match(signature["expiresAt"]) or signature["expiresAt"] <= entry["at"]:
            return "the statement was over"
        if signature["nonce"] in nonces:
            return "the statement was signed before"
        names = ("publicKey", "clientDataJSON", "authenticatorData", "signature")
        key, client, data, signed = (from_base64url(signature[name]) for name in names)
        if None in (key, client, data, signed):
            return "a part is no base64url"
        if "sha256:" + hashlib.sha256(key).hexdigest() not in self.keys.get(person, ()):
            return "the key was not one by which this person signs at that time"
        statement = {"v": "svc-approval/1", "outcome": "APPROVED", "actionDigest": digest, "accountId": person}
        statement["organizationId"], statement["eventId"] = entry["organizationId"], entry["subject"]["id"]
        statement["grant"] = metadata.get("grant")
        statement.update({name: signature[name] for name in ("nonce", "expiresAt")})
        fault = self.answer_fault(canonical(statement).encode("utf-8"), client_data(client), data)
        if fault is None and algorithm_of(key) != signature["alg"]:
            fault = "the key is of another algorithm"
        if fault is None and not is_signed(key, data + hashlib.sha256(client).digest(), signed):
            fault = "the signature is not that of the public key"
        if fault is None:
            nonces.add(signature["nonce"])
        return fault

    def answer_fault(self, statement, answer, data):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(statement).digest()).rstrip(b"=").decode()
        origin = answer.get("origin")
        page = ORIGIN.match(origin) if isinstance(origin, str) else None
        if answer.get("type") != "webauthn.get" or answer.get("challenge") != challenge:
            return "the passkey signed another statement"
        if page is None or answer.get("crossOrigin") is True or self.origin not in (None, origin):
            return "it was signed on another page"
        if data[:32] not in [hashlib.sha256(name.encode()).digest() for name in relying_parties(page.group(1))]:
            return "the relying party is not that of the page"
        if len(data) < 37 or data[32] & 5 != 5:
            return "the passkey did not verify its person"
        return None


class Verifier:
    def __init__(self, trusted=None, since=None, origin=None):
        self.signatures, self.wrong, self.line = Signatures(origin), None, 0
        self.trusted, self.since_note, self.since = trusted, since, None
        self.key = self.covered = self.note = None
        self.tree, self.last_hash = Tree(), "0" * 64

    def read(self, line):
        if len(line) > LINE_BYTES_MAX:
            raise Invalid("the line is too long")
        value = read_line(line)
        if self.key is None:
            self.read_key(value)
        elif set(value) == {"checkpoint"}:
            self.read_checkpoint(value["checkpoint"])
        else:
            self.read_entry(value)

    def read_key(self, value):
        if set(value) != {"key"} or not isinstance(value["key"], str):
            raise Invalid("the first line is no key line")
        if self.trusted not in (None, value["key"]):
            raise Invalid("the key is not the one that is trusted")
        self.key = VerifierKey(value["key"])
        if self.since_note is not None:
            self.since = read_checkpoint(self.since_note, self.key)
            self.compare_since()

    def read_checkpoint(self, note):
        if not isinstance(note, str):
            raise Invalid("the line is no checkpoint line")
        size, root = read_checkpoint(note, self.key)
        if size != self.tree.size or size == self.covered:
            raise Invalid("the checkpoint stands at another place", min(size, self.tree.size) + 1)
        if root != self.tree.root():
            raise Invalid("the entries are not those that were signed", (self.covered or 0) + 1)
        self.covered, self.note = size, note

    def read_entry(self, value):
        seq = self.tree.size + 1
        entry, disclosed = value.get("entry"), value.get("disclosed")
        fields = {"entry", "disclosed"} if "disclosed" in value else {"entry"}
        if set(value) != fields or not isinstance(entry, dict) or set(entry) != ENTRY_FIELDS:
            raise Invalid("the line is no entry line", seq)
        texts = ("at", "hash", "kind", "organizationId", "prevHash")
        shaped = isinstance(entry["seq"], float) and all(isinstance(entry[name], str) for name in texts)
        if not shaped or not is_party(entry["actor"]) or not is_party(entry["subject"]):
            raise Invalid("a field of the entry has another type", seq)
        if not isinstance(entry["metadata"], dict) or levels_of(entry["metadata"]) > LEVELS_MAX:
            raise Invalid("the metadata are no object, or nest too deep", seq)
        if "svc/audit/" + entry["organizationId"] != self.key.name:
            raise Invalid("the entry is of another organization", seq)
        if entry["seq"] != seq or entry["prevHash"] != self.last_hash:
            raise Invalid("the entry does not follow the one before", seq)
        hashed = canonical({name: entry[name] for name in ENTRY_FIELDS - {"hash"}})
        if hashlib.sha256(hashed.encode("utf-8")).hexdigest() != entry["hash"]:
            raise Invalid("the hash is not that of the entry", seq)
        if entry["kind"] == "decision.recorded":
            check_digest(entry, seq)
        if "disclosed" in value:
            self.check_note(disclosed, entry["metadata"].get("noteCommitment"), seq)
        wrong = self.signatures.read(entry)
        if wrong is not None and self.wrong is None:
            self.wrong = (self.line, Invalid(wrong, seq))
        self.last_hash = entry["hash"]
        self.tree.append(bytes.fromhex(entry["hash"]))
        self.compare_since()

    def check_note(self, disclosed, commitment, seq):
        shaped = isinstance(disclosed, dict) and set(disclosed) == {"note", "salt"}
        if not shaped or not all(isinstance(text, str) for text in disclosed.values()) or not HEX64.match(disclosed["salt"]):
            raise Invalid("what is disclosed is no note and salt", seq)
        opened = hashlib.sha256(bytes.fromhex(disclosed["salt"]) + disclosed["note"].encode("utf-8")).hexdigest()
        if opened != commitment:
            raise Invalid("the note is not the one that was committed to", seq)

    def compare_since(self):
        if self.since is not None and self.since[0] == self.tree.size and self.since[1] != self.tree.root():
            raise Invalid("the entries are not those of the earlier checkpoint", 1)

    def end(self):
        if self.since is not None and self.since[0] > self.tree.size:
            raise Invalid("there are fewer entries than the earlier checkpoint covers", self.tree.size + 1)
        if self.covered is None or self.covered != self.tree.size:
            raise Invalid("the last line is no checkpoint over all entries", self.tree.size + 1)


def without_end(line):
    """The line itself: it is the same with CR LF, and at the end of the file without a line end."""
    line = line[:-1] if line.endswith(b"\n") else line
    return line[:-1] if line.endswith(b"\r") else line


def refuse_utf16(path, start):
    """A file of another encoding is not checked: it says nothing about the export."""
    zeros = [byte == 0 for byte in start[:4]]
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or zeros in ([True, False] * 2, [False, True] * 2):
        raise ValueError(f"{path} is written in UTF-16: save it as UTF-8")


def verify(path, trusted=None, since=None, origin=None):
    """What was found, as a dictionary; `line` and `seq` say where the first fault is."""
    verifier, line_number, empty = Verifier(trusted, since, origin), 0, False
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        try:
            while True:
                whole = file.readline(LINE_BYTES_MAX + len(MARK) + 2)
                if not whole:
                    break
                if line_number == 0:
                    refuse_utf16(path, whole)
                    whole = whole[len(MARK) :] if whole.startswith(MARK) else whole
                line = without_end(whole)
                if not line:
                    empty = True
                    continue
                line_number += 1
                verifier.line = line_number
                if empty:
                    raise Invalid("the line is empty")
                verifier.read(line)
            verifier.end()
            if verifier.wrong is not None:
                line_number, fault = verifier.wrong
                raise fault
        except Invalid as fault:
            found = {"valid": False, "line": line_number, "seq": fault.seq, "message": str(fault)}
            return {**found, **counts_of(verifier.signatures)}
    found = {"valid": True, "entries": verifier.tree.size, "note": verifier.note, "key": verifier.key.text}
    return {**found, **counts_of(verifier.signatures)}


def counts_of(signatures):
    verified, failed = signatures.verified, signatures.failed
    return {"signed": verified + failed, "verified": verified, "failed": failed}


def signed_note(path, text):
    """The note as it was signed: mail and tickets change line ends, and add or lose blank lines."""
    lines = [line.strip() for line in re.split("\r\n|\r|\n", text) if line.strip()]
    body = [line for line in lines if not line.startswith("\u2014 ")]
    signatures = [line for line in lines if line.startswith("\u2014 ")]
    note = "\n".join(body) + "\n\n" + "\n".join(signatures) + "\n"
    if NOTE.match(note) is None:
        raise ValueError(f"{path} is no checkpoint: give its four lines as they were signed")
    return note


def earlier_note(path, trusted):
    """The note of an earlier checkpoint, or the last one of an earlier export."""
    with open(path, "rb") as file:
        start = file.read(CHECKPOINT_BYTES_MAX)
    refuse_utf16(path, start)
    if not start.startswith((b"{", MARK + b"{")):
        try:
            return signed_note(path, start.decode("utf-8-sig")), trusted
        except UnicodeDecodeError:
            raise ValueError(f"{path} is not written in UTF-8: save it as UTF-8") from None
    found = verify(path, trusted)
    if not found["valid"]:
        raise ValueError("the earlier export is not valid itself: " + found["message"])
    return found["note"], found["key"]


def main(arguments):
    if arguments[:1] == ["--many"]:
        for path in arguments[1:]:
            try:
                found = verify(path)
            except ValueError as error:
                found = {"valid": False, "line": 1, "seq": None, "message": str(error)}
            print(json.dumps(found))
        return 0
    options = {"--since": None, "--key": None, "--origin": None}
    files = []
    while arguments:
        word = arguments.pop(0)
        if word in options and arguments:
            options[word] = arguments.pop(0)
        else:
            files.append(word)
    if len(files) != 1 or not ORIGIN.match(options["--origin"] or "https://svc"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        since, trusted = (None, options["--key"])
        if trusted is not None:
            trusted = trusted.strip("\ufeff" + string.whitespace + "\xa0")
            try:
                VerifierKey(trusted)
            except Invalid as fault:
                raise ValueError(f"--key: {fault}") from None
        if options["--since"] is not None:
            since, trusted = earlier_note(options["--since"], trusted)
        found = verify(files[0], trusted, since, options["--origin"])
    except (OSError, ValueError) as error:
        print(f"Not checked: {error}", file=sys.stderr)
        return 2
    told = f"Signed approvals: {found['signed']}, verified {found['verified']}, failed {found['failed']}"
    if found["valid"]:
        known = options["--key"] is not None or options["--since"] is not None
        print(f"{'VALID' if known else 'VALID, KEY UNKNOWN'}: {found['entries']} entries, signed by {found['key']}")
        print(told)
        return 0
    entry = "" if found["seq"] is None else f", entry {found['seq']}"
    print(f"NOT VALID: line {found['line']}{entry}: {found['message']}")
    if found["failed"]:
        print(told)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
