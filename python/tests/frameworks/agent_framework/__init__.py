# SPDX-License-Identifier: Apache-2.0
"""Tests of the middleware of the Microsoft Agent Framework."""
