# SPDX-License-Identifier: Apache-2.0
"""Tests of the adapters, each in an environment of its own with its framework."""
