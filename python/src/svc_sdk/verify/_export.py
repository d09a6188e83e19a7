# SPDX-License-Identifier: Apache-2.0
"""Checks an export line by line, as docs/reference/audit-export.md describes it, and keeps nothing of a line."""

from typing import BinaryIO

from ._acts import ActChecks
from ._canonical_json import JsonObject, check_spelling, read_object
from ._checkpoints import Checkpoint, VerifierKey, read_checkpoint, read_key
from ._entries import NO_HASH, check_digest, read_entry
from ._faults import InvalidError, NotJsonError
from ._lines import LINE_BYTES_MAX, raw_lines, without_end
from ._results import Fault, Verification
from ._tree import Tree


class RewrittenError(InvalidError):
    """The entries are not those that the earlier checkpoint covers."""


class ExportCheck:
    """
    The check of one export.

    :param key: the verifier key to trust; None trusts that of the export
    :param since: the signed note of an earlier checkpoint
    :param origin: that of the pages on which approvals were signed
    """

    def __init__(self, key: str | None = None, since: str | None = None, origin: str | None = None) -> None:
        self._trusted, self._since_note = key, since
        self._since: Checkpoint | None = None
        self._key: VerifierKey | None = None
        self._covered: int | None = None
        self._note: str | None = None
        self._tree, self._last_hash = Tree(), NO_HASH
        self._acts = ActChecks(origin)
        self._wrong_act: Fault | None = None
        self._checkpoints = self._digests = 0
        self.is_rewritten = False

    def read(self, stream: BinaryIO, name: str, start: bytes | None = None) -> Verification:
        """
        :param start: the bytes of the stream that were read already
        :raises NotCheckedError: when the stream cannot be read
        """
        number, has_empty_line = 0, False
        try:
            for whole in raw_lines(stream, name, start):
                line = without_end(whole)
                if not line:
                    has_empty_line = True
                    continue
                number += 1
                if has_empty_line:
                    raise InvalidError("the line is empty")
                self._read_whole(number, line, is_ended=whole.endswith(b"\n"))
            end = self._end_fault(is_cut=False)
            if end is not None:
                raise end
        except InvalidError as error:
            self.is_rewritten = isinstance(error, RewrittenError)
            return self._found(Fault(number, error.seq, str(error)))
        return self._found(self._wrong_act)

    def _found(self, fault: Fault | None) -> Verification:
        return Verification(
            fault=fault,
            entries=self._tree.size,
            last_hash=self._last_hash,
            checkpoints=self._checkpoints,
            digests=self._digests,
            approvals=self._acts.approvals(),
            quorums=self._acts.quorums,
            redemptions=self._acts.redemptions,
            checkpoint=self._note,
            key=None if self._key is None else self._key.text,
            is_key_known=self._trusted is not None or self._since_note is not None,
        )

    def _read_whole(self, number: int, line: bytes, is_ended: bool) -> None:
        if len(line) > LINE_BYTES_MAX:
            raise InvalidError("the line is too long")
        try:
            value = read_object(line)
        except NotJsonError as error:
            raise error if is_ended else self._end_fault(is_cut=True) or error from None
        if self._key is None:
            check_spelling(value, line, None)
            self._read_key(value)
        elif "checkpoint" in value:
            check_spelling(value, line, None)
            self._read_checkpoint(value, self._key)
        else:
            check_spelling(value, line, self._tree.size + 1)
            self._read_entry(number, value, self._key)

    def _read_key(self, value: JsonObject) -> None:
        key = value.get("key")
        if set(value) != {"key"} or not isinstance(key, str):
            raise InvalidError("the first line is no key line")
        if self._trusted not in (None, key):
            raise InvalidError("the key is not the one that is trusted")
        self._key = read_key(key)
        if self._since_note is None:
            return
        try:
            self._since = read_checkpoint(self._since_note, self._key)
        except InvalidError as error:
            raise InvalidError(f"the earlier checkpoint is none of this key: {error}") from None
        self._compare_since()

    def _read_checkpoint(self, value: JsonObject, key: VerifierKey) -> None:
        note = value["checkpoint"]
        if len(value) != 1 or not isinstance(note, str):
            raise InvalidError("the line is no checkpoint line")
        size = self._tree.size
        checkpoint = read_checkpoint(note, key)
        if checkpoint.size != size or size == self._covered:
            raise InvalidError("the checkpoint stands at another place", min(checkpoint.size, size) + 1)
        if checkpoint.root != self._tree.root():
            raise InvalidError("the entries are not those that were signed", (self._covered or 0) + 1)
        self._covered, self._note = size, note
        self._checkpoints += 1

    def _read_entry(self, number: int, value: JsonObject, key: VerifierKey) -> None:
        seq = self._tree.size + 1
        entry = read_entry(value, key.name, seq, self._last_hash)
        self._digests += check_digest(entry, seq)
        wrong = self._acts.read(entry, seq)
        if wrong is not None and self._wrong_act is None:
            self._wrong_act = Fault(number, seq, wrong)
        self._last_hash = entry.hash
        self._tree.append(bytes.fromhex(entry.hash))
        self._compare_since()

    def _compare_since(self) -> None:
        since = self._since
        if since is not None and since.size == self._tree.size and since.root != self._tree.root():
            raise RewrittenError("the entries are not those of the earlier checkpoint", 1)

    def _end_fault(self, is_cut: bool) -> InvalidError | None:
        size = self._tree.size
        if self._since is not None and self._since.size > size:
            return InvalidError("there are fewer entries than the earlier checkpoint covers", size + 1)
        if is_cut:
            return InvalidError("the end is missing: the last line is cut", size + 1)
        if self._covered is None or self._covered != size:
            return InvalidError("the last line is no checkpoint over all entries", size + 1)
        return None
