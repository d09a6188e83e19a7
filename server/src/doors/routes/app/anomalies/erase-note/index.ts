// SPDX-License-Identifier: Apache-2.0
/** POST /anomalies/{id}/erase-note: erase the note of an anomaly. */
import type { FastifyInstance } from 'fastify';
import { eraseAnomalyNote } from '../../../../../measures/anomalies/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAnomaliesEraseNote(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'eraseAnomalyNote', async (request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseAnomalyNote(deps.pool, eraser, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
