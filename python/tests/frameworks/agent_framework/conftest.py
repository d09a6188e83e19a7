# SPDX-License-Identifier: Apache-2.0
"""Imports the framework, whose older versions warn of their own parts then."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import agent_framework  # noqa: F401
