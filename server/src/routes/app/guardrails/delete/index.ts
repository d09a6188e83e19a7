// SPDX-License-Identifier: Apache-2.0
/** DELETE /guardrails/{id}: keep a claim no longer. Its versions stay. */
import type { FastifyInstance } from 'fastify';
import { deleteGuardrail } from '../../../../guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteGuardrail', async (request, person, reply) => {
    await deleteGuardrail(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
