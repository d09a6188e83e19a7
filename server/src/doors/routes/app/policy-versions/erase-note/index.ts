// SPDX-License-Identifier: Apache-2.0
/** POST /policy-versions/{number}/erase-note: erase why a person changed policies. */
import type { FastifyInstance } from 'fastify';
import { erasePolicyNote } from '../../../../../rules/policy-versions/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';
import { versionParameter } from '../number.ts';

export function registerPolicyVersionsEraseNote(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'erasePolicyNote', async (request, person, reply) => {
    await erasePolicyNote(deps.pool, changerOf(person), versionParameter(request));
    return await reply.code(204).send();
  });
}
