// SPDX-License-Identifier: Apache-2.0
/** Registers a route from its row in the contract, so that path, schemas, key and document cannot disagree. */
import { type KeyedOperationId, OPERATIONS, type Operation, type OperationId, UNSTORED_MEMBERS } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { HttpGatewayDeps } from '../../../decisions/gateways/index.ts';
import type { MachineApiDeps } from '../../../decisions/machine-api/index.ts';
import type { Access } from '../../../organization/callers/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { authenticateKey, type KeyAuthentication, keepBodyText } from '../../http/index.ts';
import { accessOf, CHALLENGE } from '../keyed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of keyed routes. */
    access: Access | null;
  }
}

/** The parts of the service that the routes of the contract use. */
export type RouteDeps = HttpGatewayDeps & KeyAuthentication & MachineApiDeps;

/** Answers an operation for the holder of a key. It names the parts of the service that it uses. */
type KeyedHandler = (deps: RouteDeps, request: FastifyRequest, access: Access, reply: FastifyReply) => Promise<unknown>;

/** Answers an operation that needs no key. */
type OpenHandler = (deps: RouteDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A handler for every row of the table of operations: without one it does not compile. */
export type V1Handlers = {
  [Id in OperationId]: Id extends KeyedOperationId ? KeyedHandler : OpenHandler;
};

/** Their long bodies go to worker threads as they came, or are compared as they came. */
const KEPT_AS_TEXT: ReadonlySet<OperationId> = new Set([
  'applyPolicies',
  'decideMcpCall',
  'forwardHttpCall',
  'provePolicies',
  'redeemEvent',
  'testPolicies',
]);

/** Registers every operation of the contract from its row. */
export function registerOperations(app: FastifyInstance, deps: RouteDeps, handlers: V1Handlers): void {
  // Before any keyed route: requests are created with the field, so that all have one shape.
  app.decorateRequest('access', null);
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    const route = isKeyed(id) ? keyedRoute(deps, id, handlers[id]) : openRoute(deps, id, handlers[id]);
    if (!KEPT_AS_TEXT.has(id)) app.route(route);
    else {
      // A scope of its own: no other route keeps the text of a body.
      app.register(async (scope) => {
        keepBodyText(scope);
        scope.route(route);
      });
    }
  }
}

function isKeyed(id: OperationId): id is KeyedOperationId {
  return OPERATIONS[id].permission !== null;
}

/** A route that needs an API key with the permission of its operation; both are checked before the body is read. */
function keyedRoute(deps: RouteDeps, id: KeyedOperationId, handle: KeyedHandler): RouteOptions {
  const { permission, tag } = OPERATIONS[id];
  const rate = tag === 'Policies' ? 'policies' : 'events';
  return {
    ...routeOf(id),
    config: { unstoredMembers: UNSTORED_MEMBERS },
    onRequest: async (request) => {
      request.access = await authenticateKey(deps, request, { rate, permission });
    },
    onError: async (_request, reply, error) => {
      if (error instanceof ApiError && error.status === 401) reply.header('www-authenticate', CHALLENGE);
    },
    handler: async (request, reply) => await handle(deps, request, accessOf(request), reply),
  };
}

function openRoute(deps: RouteDeps, id: OperationId, handle: OpenHandler): RouteOptions {
  return { ...routeOf(id), handler: async (request, reply) => await handle(deps, request, reply) };
}

function routeOf(id: OperationId): Pick<RouteOptions, 'method' | 'url' | 'schema'> {
  const operation: Operation = OPERATIONS[id];
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(operation.request === null ? {} : { body: { $ref: `${operation.request}#` } }),
      response: { [operation.success.status]: { $ref: `${operation.success.schema}#` } },
    },
  };
}
