// SPDX-License-Identifier: Apache-2.0
/** The adapter of a client library, as it names itself: `X-Svc-Door: openai-agents`. */
import { CLIENT_DOORS, type Door } from '@svc/contract';
import type { FastifyRequest } from 'fastify';

const BY_NAME: ReadonlyMap<string, Door> = new Map(
  CLIENT_DOORS.map((door) => [door.toLowerCase().replaceAll('_', '-'), door]),
);

/** @param own the door of the route, for a caller that names no adapter */
export function clientDoorOf({ headers }: Pick<FastifyRequest, 'headers'>, own: Door): Door {
  const named = headers['x-svc-door'];
  return typeof named === 'string' ? (BY_NAME.get(named) ?? own) : own;
}
