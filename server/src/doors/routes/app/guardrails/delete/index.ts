// SPDX-License-Identifier: Apache-2.0
/** DELETE /guardrails/{id}: keep a claim no longer. Its versions stay. */
import type { FastifyInstance } from 'fastify';
import { deleteGuardrail } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteGuardrail', async (request, person, reply) => {
    const id = uuidParameter(request, 'id');
    await deleteGuardrail(deps.pool, heldChangerOf(person, 'deleteGuardrail', {}, id), id);
    return await reply.code(204).send();
  });
}
