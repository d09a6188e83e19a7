// SPDX-License-Identifier: Apache-2.0
/** GET /ready: whether the database answers and has the schema of this build. 503 with the same body while not. */
import { type Ready, ReadySchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../../../../storage/schema/index.ts';
import { sharedProbe } from '../shared-probe.ts';

export function registerReady(app: FastifyInstance, pool: pg.Pool): void {
  const probe = sharedProbe(() => isMigrated(pool));
  app.get('/ready', { schema: { response: { 200: ReadySchema, 503: ReadySchema } } }, async (_request, reply) => {
    const migrated = await probe();
    const state: Ready = { ready: migrated === true, db: migrated === null ? 'down' : 'up', migrated };
    return await reply.code(state.ready ? 200 : 503).send(state);
  });
}
