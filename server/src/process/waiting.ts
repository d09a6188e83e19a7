// SPDX-License-Identifier: Apache-2.0
/** The start waits for its database, and answers probes meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/errors/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import { isDatabaseFault } from '../storage/db/index.ts';

const AGAIN_AFTER_MS = 500;
/** Until then a proxy that asks for no health takes another process, which may reach the database. */
const FAILED_BEFORE_ANSWERS = 3;
const TOLD_EVERY_MS = 10_000;
/** A pooler, or a server of another kind: its words stay as they are. */
const PROTOCOL_VIOLATION = '08P01';

export interface Waiting {
  /**
   * The result of the first attempt that finds the database. Each fault that passes by itself is waited out.
   * @throws any other error of an attempt, the abort of the signal, and the error of listening
   */
  for<Result>(attempt: () => Promise<Result>): Promise<Result>;
  /** Ends the answers of the wait, so that the service can listen. */
  end(): Promise<void>;
}

interface Waiter {
  host: string;
  port: number;
  logger: Logger;
  signal: AbortSignal | undefined;
}

export function createWaiting({ host, port, logger, signal }: Waiter): Waiting {
  let http: FastifyInstance | null = null;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  async function listen(): Promise<FastifyInstance> {
    const { createHttpServer } = await import('../doors/http/index.ts');
    const waiting = createHttpServer(logger);
    waiting.get('/live', async () => ({ live: true }));
    waiting.get('/ready', async (_request, reply) => {
      return await reply.code(503).send({ ready: false, db: 'down', migrated: null });
    });
    waiting.all('/*', async () => {
      throw new ApiError('unavailable');
    });
    await waiting.listen({ host, port, listenTextResolver: (at) => `waiting for the database at ${at}` });
    return waiting;
  }

  function tell(error: unknown): void {
    if (performance.now() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = performance.now();
    logger.warn({ fault: (error as Error).message }, 'the database is not there yet: the start waits for it');
  }

  return {
    async for(attempt) {
      for (let failed = 1; ; failed += 1) {
        signal?.throwIfAborted();
        try {
          return await attempt();
        } catch (error) {
          const isOther = (error as { code?: unknown }).code === PROTOCOL_VIOLATION || !isDatabaseFault(error);
          if (isOther) throw error;
          tell(error);
          if (failed >= FAILED_BEFORE_ANSWERS) http ??= await listen();
        }
        await delay(AGAIN_AFTER_MS, undefined, { signal });
      }
    },
    async end() {
      http?.server.closeAllConnections();
      await http?.close();
      http = null;
    },
  };
}
