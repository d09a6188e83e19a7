// SPDX-License-Identifier: Apache-2.0
/** POST /guardrails: keep a claim of the organization, and prove it. */
import type { GuardrailCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createGuardrail } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';
import { provedGuardrail } from '../proved.ts';

export function registerGuardrailsCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createGuardrail', async (request, person, reply) => {
    const id = await createGuardrail(deps.pool, changerOf(person), request.body as GuardrailCreation);
    const made = await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
    return await reply.code(201).send(made);
  });
}
