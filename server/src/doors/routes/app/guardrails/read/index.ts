// SPDX-License-Identifier: Apache-2.0
/** GET /guardrails/{id}: a claim of the organization with its last proof. */
import type { FastifyInstance } from 'fastify';
import { readGuardrail } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerGuardrailsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readGuardrail', async (request, { organization }) => {
    const id = uuidParameter(request, 'id');
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const guardrail = await readGuardrail(deps, snapshot, id);
      await deps.snapshots.assertCurrent(snapshot);
      return guardrail;
    });
  });
}
