// SPDX-License-Identifier: Apache-2.0
/** DELETE /policies/{id}: take a policy out of the set. */
import type { PolicyRemoval } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { deletePolicy } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deletePolicy', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const id = uuidParameter(request, 'id');
    const { note } = request.body as PolicyRemoval;
    await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      deletePolicy(deps, snapshot, changer, id, note),
    );
    return await reply.code(204).send();
  });
}
