# SPDX-License-Identifier: Apache-2.0
"""The framework asks no one for the prices of models here, and warns of parts of its own."""

from __future__ import annotations

import os
import warnings

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import litellm

    litellm.telemetry = False
