// SPDX-License-Identifier: Apache-2.0
/** POST /guardrails/{id}/restore: bring a claim back to one of its versions, as a new one, and prove it. */
import type { GuardrailRestore } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { restoreGuardrail } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';
import { provedGuardrail } from '../proved.ts';

export function registerGuardrailsRestore(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'restoreGuardrailVersion', async (request, person) => {
    const id = uuidParameter(request, 'id');
    const restore = request.body as GuardrailRestore;
    await restoreGuardrail(deps.pool, heldChangerOf(person, 'restoreGuardrailVersion', restore, id), id, restore);
    return await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
  });
}
