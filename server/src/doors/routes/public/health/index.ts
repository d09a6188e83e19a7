// SPDX-License-Identifier: Apache-2.0
/** GET /health: whether the service can decide. 503 with the same body while it cannot. */
import { type Health, HealthSchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { API_VERSION, BUILD_VERSION } from '../../../http/index.ts';
import { sharedProbe } from '../shared-probe.ts';

export function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  const startedAtMs = performance.now();
  const probe = sharedProbe(() => latencyOf(pool));
  app.get('/health', { schema: { response: { 200: HealthSchema, 503: HealthSchema } } }, async (_request, reply) => {
    const latencyMs = await probe();
    const ready = latencyMs !== null;
    const health: Health = {
      ready,
      status: ready ? 'ok' : 'unavailable',
      version: BUILD_VERSION,
      apiVersion: API_VERSION,
      timestamp: pool.clock.now().toISOString(),
      db: ready ? 'up' : 'down',
      dbLatencyMs: latencyMs,
      uptimeSec: Math.floor((performance.now() - startedAtMs) / 1000),
    };
    return await reply.code(ready ? 200 : 503).send(health);
  });
}

/** @returns the milliseconds of the answer */
async function latencyOf(pool: pg.Pool): Promise<number> {
  const startedAtMs = performance.now();
  await pool.query('SELECT 1');
  return Math.round((performance.now() - startedAtMs) * 1000) / 1000;
}
