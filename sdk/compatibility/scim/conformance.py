# SPDX-License-Identifier: Apache-2.0
"""The conformance tester of python-scim, as its users run it. It is told what no schema says: the proved domain, the roles, and who is active."""

import json
import sys
import uuid

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server, filling
from scim2_tester.checkers import patch_add, patch_replace

URL, TOKEN, DOMAIN = sys.argv[1:4]

random_value = filling.generate_random_value


def value_for(context, path, *others, **named):
    binding = path.resolve()
    model = binding.target_model.__name__ if binding and binding.target_model else ""
    attribute = f"{model}.{binding.target_field_name}" if binding else ""
    if attribute.endswith(("User.user_name", "Emails.value")):
        return f"{uuid.uuid4()}@{DOMAIN}"
    if attribute.endswith("Roles.value"):
        return "MEMBER"
    if attribute.endswith(("User.active", ".primary")):
        return True
    return random_value(context, path, *others, **named)


for module in (filling, patch_add, patch_replace):
    module.generate_random_value = value_for

client = SyncSCIMClient(httpx2.Client(base_url=URL, headers={"authorization": f"Bearer {TOKEN}"}))
results = check_server(client)
print(
    json.dumps(
        {
            "passed": sum(one.status == Status.SUCCESS for one in results),
            "others": [
                {"title": one.title, "status": one.status.name, "reason": one.reason}
                for one in results
                if one.status != Status.SUCCESS
            ],
        }
    )
)
