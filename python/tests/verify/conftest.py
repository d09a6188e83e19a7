# SPDX-License-Identifier: Apache-2.0
"""Makes one signer for all tests of the verifier."""

import pytest

from .made_exports import Signer, make_signer


@pytest.fixture(scope="session")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return make_signer(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return make_signer(tmp_path_factory.mktemp("strange"))
