# SPDX-License-Identifier: Apache-2.0
"""Asks by two clients of AuthZEN for each question of the arguments, and prints their answers as JSON."""
import json
import os
import sys

from authzen_backend import AuthZENBackend
from decern import Client, DecernError

base_url, questions = sys.argv[1], json.loads(sys.argv[2])
key = os.environ["SVC_API_KEY"]
decern = Client(base_url, token=key)
backend = AuthZENBackend(base_url + "/access/v1/evaluation", "svc", token=key)


def by_decern(agent, action, resource):
    try:
        decision = decern.evaluate({"type": "agent", "id": agent}, action, {"type": "table", "id": resource})
        return {"allowed": decision.allowed, "reason": (decision.context or {}).get("reason")}
    except DecernError as error:
        return {"allowed": False, "status": error.status_code}


def by_backend(agent, action, resource):
    asked = {"agent_id": agent, "tool_name": "any", "action": action, "resource_id": resource}
    decision = backend.evaluate(asked)
    context = (decision.raw_result or {}).get("context", {})
    return {"allowed": decision.allowed, "reason": context.get("reason")}


print(json.dumps([{"decern": by_decern(*one), "backend": by_backend(*one)} for one in questions]))
