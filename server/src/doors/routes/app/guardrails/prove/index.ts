// SPDX-License-Identifier: Apache-2.0
/** POST /guardrails/prove: prove claims of the organization now, and keep the proofs. */
import type { GuardrailProveRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { proveGuardrails } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerGuardrailsProve(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'proveGuardrails', async (request, { organization }) => {
    const { ids = null } = request.body as GuardrailProveRequest;
    return await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      proveGuardrails({ ...deps, log: request.log }, snapshot, ids, deps.pool.clock.nowMs()),
    );
  });
}
