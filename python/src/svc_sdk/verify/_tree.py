# SPDX-License-Identifier: Apache-2.0
"""Owns the Merkle tree over the hashes of entries (RFC 6962, section 2.1), and the paths of its proofs."""

import hashlib
from collections.abc import Iterable

HASH_BYTES = 32


class Tree:
    """It grows by one leaf at a time, and keeps one hash for each of its complete subtrees."""

    def __init__(self) -> None:
        self.size = 0
        self._subtrees: list[bytes] = []

    def append(self, data: bytes) -> None:
        node = _leaf(data)
        rest = self.size
        while rest & 1:
            node = _node(self._subtrees.pop(), node)
            rest >>= 1
        self._subtrees.append(node)
        self.size += 1

    def root(self) -> bytes:
        if not self._subtrees:
            return hashlib.sha256(b"").digest()
        node = self._subtrees[-1]
        for left in reversed(self._subtrees[:-1]):
            node = _node(left, node)
        return node


def root_over(data: bytes, index: int, size: int, path: Iterable[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to (RFC 9162, 2.1.3.2). None for a path that is none of such a tree."""
    if not 0 <= index < size:
        return None
    place, last = index, size - 1
    node = _leaf(data)
    for sibling in path:
        if last == 0 or len(sibling) != HASH_BYTES:
            return None
        if place % 2 == 1 or place == last:
            node = _node(sibling, node)
            while place % 2 == 0 and place != 0:
                place, last = place // 2, last // 2
        else:
            node = _node(node, sibling)
        place, last = place // 2, last // 2
    return node if last == 0 else None


def _leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
