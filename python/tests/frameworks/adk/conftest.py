# SPDX-License-Identifier: Apache-2.0
"""Imports the framework, which warns of parts of its own then."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import google.adk.runners  # noqa: F401
