// SPDX-License-Identifier: Apache-2.0
/** GET /v1/events/{id}: read a decision, and wait for the outcome of its review. */
import type { FastifyInstance } from 'fastify';
import { readEventAs } from '../../../../../decisions/machine-api/index.ts';
import { invalid } from '../../../../../platform/errors/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerEventsRead(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'readEvent', {
    rate: 'events',
    async handler(request, access, reply) {
      const { id } = request.params as { id: string };
      const waitMs = waitMsOf(request.query as { waitMs?: unknown });
      return await readEventAs(deps, access, { id, waitMs, signal: goneSignal(reply) });
    },
  });
}

/** @throws ApiError 400 */
function waitMsOf({ waitMs }: { waitMs?: unknown }): number {
  if (waitMs === undefined) return 0;
  if (typeof waitMs !== 'string' || !/^\d{1,9}$/.test(waitMs)) {
    throw invalid('waitMs', 'must be a number of milliseconds: 0 to 30000');
  }
  return Number(waitMs);
}
