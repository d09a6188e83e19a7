# SPDX-License-Identifier: Apache-2.0
"""The framework reports to no one here, and keeps its files in a folder that goes with the run."""

from __future__ import annotations

import os
import tempfile
import warnings

HOME = tempfile.TemporaryDirectory()
os.environ["HOME"] = HOME.name
os.environ.update(CREWAI_DISABLE_TELEMETRY="true", CREWAI_TRACING_ENABLED="false", OTEL_SDK_DISABLED="true")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import crewai  # noqa: F401
