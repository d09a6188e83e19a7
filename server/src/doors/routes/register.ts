// SPDX-License-Identifier: Apache-2.0
/** Registers a route from its entry in the contract, so that path, schemas and document cannot disagree. */
import { type KeyedOperationId, OPERATIONS, type Operation, type OperationId, UNSTORED_MEMBERS } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Access } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { authenticateKey, type KeyAuthentication, type KeyRate } from '../http/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of keyed routes. */
    access: Access | null;
  }
}

export interface KeyedRoute {
  rate: KeyRate;
  handler(request: FastifyRequest, access: Access, reply: FastifyReply): Promise<unknown>;
}

/** How a client authenticates (RFC 6750). */
const CHALLENGE = 'Bearer realm="svc"';

/** A route that needs an API key with the permission of its operation; both are checked before the body is read. */
export function registerKeyed(
  app: FastifyInstance,
  deps: KeyAuthentication,
  operationId: KeyedOperationId,
  route: KeyedRoute,
): void {
  const { permission } = OPERATIONS[operationId];
  app.route({
    ...routeOf(operationId),
    config: { unstoredMembers: UNSTORED_MEMBERS },
    onRequest: async (request) => {
      request.access = await authenticateKey(deps, request, { rate: route.rate, permission });
    },
    onError: async (_request, reply, error) => {
      if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', CHALLENGE);
    },
    handler: async (request, reply) => {
      const { access } = request;
      if (access === null) throw new Error('a keyed route was reached without a key');
      return await route.handler(request, access, reply);
    },
  });
}

/** Runs before any keyed route: requests are created with the field, so that all have one shape. */
export function declareAccess(app: FastifyInstance): void {
  app.decorateRequest('access', null);
}

/** A route without authentication. */
export function registerOpen(app: FastifyInstance, operationId: OperationId, handler: RouteOptions['handler']): void {
  app.route({ ...routeOf(operationId), handler });
}

function routeOf(operationId: OperationId): Pick<RouteOptions, 'method' | 'url' | 'schema'> {
  const operation: Operation = OPERATIONS[operationId];
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(operation.request === null ? {} : { body: { $ref: `${operation.request}#` } }),
      response: { [operation.success.status]: { $ref: `${operation.success.schema}#` } },
    },
  };
}
