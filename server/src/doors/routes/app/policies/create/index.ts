// SPDX-License-Identifier: Apache-2.0
/** POST /policies: make a policy. */
import type { PolicyCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createPolicy, readPolicyForPeople } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createPolicy', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      createPolicy(deps, snapshot, changer, request.body as PolicyCreation),
    );
    const policy = await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await readPolicyForPeople(deps, snapshot, id);
    });
    return await reply.code(201).send(policy);
  });
}
