// SPDX-License-Identifier: Apache-2.0
/** PATCH /guardrails/{id}: change a claim of the organization, and prove it. */
import type { GuardrailChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateGuardrail } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';
import { provedGuardrail } from '../proved.ts';

export function registerGuardrailsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateGuardrail', async (request, person) => {
    const id = uuidParameter(request, 'id');
    const change = request.body as GuardrailChange;
    await updateGuardrail(deps.pool, heldChangerOf(person, 'updateGuardrail', change, id), id, change);
    return await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
  });
}
