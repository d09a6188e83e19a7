// SPDX-License-Identifier: Apache-2.0
/** The probes of balancers and people. Each answers 503 with the same body while it is not well. */
import { type Health, HealthSchema, LiveSchema, type Ready, ReadySchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { checkWritable } from '../../../../storage/connections/index.ts';
import { isMigrated } from '../../../../storage/schema/index.ts';
import { API_VERSION, BUILD_VERSION, isDraining } from '../../../http/index.ts';
import { sharedProbe } from '../shared-probe.ts';

export function registerProbes(app: FastifyInstance, pool: pg.Pool): void {
  registerHealth(app, pool);
  // GET /live: that the process answers. It asks nothing else: a restart mends no database.
  app.get('/live', { schema: { response: { 200: LiveSchema } } }, async () => ({ live: true }));
  registerReady(app, pool);
}

/** GET /health: whether the service can decide. */
function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
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
  await checkWritable(pool);
  return Math.round((performance.now() - startedAtMs) * 1000) / 1000;
}

/** GET /ready: whether the database takes changes and has the schema of this build; no once the process stops. */
function registerReady(app: FastifyInstance, pool: pg.Pool): void {
  const probe = sharedProbe(() => isMigrated(pool));
  app.get('/ready', { schema: { response: { 200: ReadySchema, 503: ReadySchema } } }, async (_request, reply) => {
    const migrated = await probe();
    const state: Ready = {
      ready: migrated === true && !isDraining(app),
      db: migrated === null ? 'down' : 'up',
      migrated,
    };
    return await reply.code(state.ready ? 200 : 503).send(state);
  });
}
