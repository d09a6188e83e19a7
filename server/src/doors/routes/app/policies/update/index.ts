// SPDX-License-Identifier: Apache-2.0
/** PATCH /policies/{id}: change a policy, or the test cases that are kept with it. */
import type { PolicyUpdate } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readPolicyForPeople, updatePolicy } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updatePolicy', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = uuidParameter(request, 'id');
    await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      updatePolicy(deps, snapshot, changer, id, request.body as PolicyUpdate),
    );
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await readPolicyForPeople(deps, snapshot, id);
    });
  });
}
