# SPDX-License-Identifier: Apache-2.0
"""The oldest LangGraph warns of itself while it is imported: that counts for no test."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import langgraph.prebuilt  # noqa: F401
