# SPDX-License-Identifier: Apache-2.0
"""The programs of the guides, as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs/guides"


def programs(guide: str, heading: str | None = None) -> list[str]:
    """The blocks of Python below a heading, or of the whole guide."""
    text = (FOLDER / guide).read_text("utf-8")
    if heading is not None:
        found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        assert found is not None, heading
        text = found[1]
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
