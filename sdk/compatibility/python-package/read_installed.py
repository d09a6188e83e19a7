# SPDX-License-Identifier: Apache-2.0
"""Tells what is installed as svc-sdk, as JSON."""

import json
from importlib.metadata import distribution
from pathlib import Path

import svc_sdk

found = distribution("svc-sdk")
points = sorted(f"{point.group}: {point.name} = {point.value}" for point in found.entry_points)
typed = Path(svc_sdk.__file__).with_name("py.typed").exists()
print(json.dumps({"name": found.name, "version": found.version, "entryPoints": points, "typed": typed}))
