// SPDX-License-Identifier: Apache-2.0
/** GET /policies/{id}: one policy with its warnings and test cases. */
import type { FastifyInstance } from 'fastify';
import { readPolicyForPeople } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readPolicy', async (request, { organization }) => {
    const id = uuidParameter(request, 'id');
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const policy = await readPolicyForPeople(deps, snapshot, id);
      await deps.snapshots.assertCurrent(snapshot);
      return policy;
    });
  });
}
