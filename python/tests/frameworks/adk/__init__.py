# SPDX-License-Identifier: Apache-2.0
"""Tests of the plugin of the Google Agent Development Kit."""
