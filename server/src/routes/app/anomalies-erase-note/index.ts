/** POST /anomalies/{id}/erase-note: erase the note of an anomaly. */
import type { FastifyInstance } from 'fastify';
import { eraseAnomalyNote } from '../../../anomalies/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerAnomaliesEraseNote(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'eraseAnomalyNote', async (request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseAnomalyNote(using.pool, eraser, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
