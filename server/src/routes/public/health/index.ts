/** GET /health: whether the service can decide. 503 with the same body while it cannot. */
import { type Health, HealthSchema } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { API_VERSION, BUILD_VERSION } from '../../../http/index.ts';

const PROBE_TIMEOUT_MS = 2_000;

export function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  const startedAtMs = performance.now();
  app.get('/health', { schema: { response: { 200: HealthSchema, 503: HealthSchema } } }, async (_request, reply) => {
    const latencyMs = await probe(pool);
    const ready = latencyMs !== null;
    const health: Health = {
      ready,
      status: ready ? 'ok' : 'unavailable',
      version: BUILD_VERSION,
      apiVersion: API_VERSION,
      timestamp: new Date().toISOString(),
      db: ready ? 'up' : 'down',
      dbLatencyMs: latencyMs,
      uptimeSec: Math.floor((performance.now() - startedAtMs) / 1000),
    };
    return await reply.code(ready ? 200 : 503).send(health);
  });
}

/** @returns milliseconds, or null when the database does not answer in time */
async function probe(pool: pg.Pool): Promise<number | null> {
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT_MS, null);
  });
  const answered = pool.query('SELECT 1').then(
    () => Math.round((performance.now() - startedAtMs) * 1000) / 1000,
    () => null,
  );
  try {
    return await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
