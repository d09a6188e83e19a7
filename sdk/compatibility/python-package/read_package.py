# SPDX-License-Identifier: Apache-2.0
"""Reads a wheel or a source archive as Python does, and tells what it holds as JSON. A wheel has to keep its RECORD."""

import base64
import csv
import hashlib
import json
import sys
import tarfile
import zipfile

from packaging.metadata import Metadata, parse_email


def content_of(path: str) -> dict[str, bytes]:
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            return {entry.filename: archive.read(entry) for entry in archive.infolist()}
    with tarfile.open(path) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}


def check_record(files: dict[str, bytes]) -> None:
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    rows = {path: [digest, size] for path, digest, size in csv.reader(files[record].decode().splitlines())}
    assert rows.pop(record) == ["", ""]
    digest = {name: base64.urlsafe_b64encode(hashlib.sha256(text).digest()) for name, text in files.items()}
    expected = {
        name: [f"sha256={digest[name].decode().rstrip('=')}", str(len(text))]
        for name, text in files.items()
        if name != record
    }
    assert rows == expected


files = content_of(sys.argv[1])
if sys.argv[1].endswith(".whl"):
    check_record(files)
described = next(name for name in files if name.endswith(("/METADATA", "/PKG-INFO")))
fields, unknown = parse_email(files[described])
assert unknown == {}
Metadata.from_raw(fields)
hashes = {name: hashlib.sha256(text).hexdigest() for name, text in files.items()}
print(json.dumps({"files": hashes, "fields": fields}))
