// SPDX-License-Identifier: Apache-2.0
/** GET /live: that the process answers. It asks nothing else: a restart mends no database. */
import { LiveSchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';

export function registerLive(app: FastifyInstance): void {
  app.get('/live', { schema: { response: { 200: LiveSchema } } }, async () => ({ live: true }));
}
