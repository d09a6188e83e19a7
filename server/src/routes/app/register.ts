/**
 * Registers an app route from its row in the table of operations. Before its body is read a call is checked for its
 * origin, its session and its role, in this order.
 */
import { APP_OPERATIONS, type AppOperation, type AppOperationId, type Role } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ApiError, invalid } from '../../errors/index.ts';
import { checkOrigin } from '../../http/index.ts';
import { type Person, readPerson } from '../../sessions/index.ts';
import { sessionCookies } from './cookies.ts';
import type { AppRouteDeps } from './deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of app routes. */
    person: Person | null;
  }
}

/** Runs before any app route: requests are created with the field, so that all have one shape. */
export function declarePerson(app: FastifyInstance): void {
  app.decorateRequest('person', null);
}

/** A route that requires a session, with the roles of its row. */
export function registerSignedIn(
  app: FastifyInstance,
  deps: AppRouteDeps,
  operationId: AppOperationId,
  handler: (request: FastifyRequest, person: Person, reply: FastifyReply) => Promise<unknown>,
): void {
  const operation: AppOperation = APP_OPERATIONS[operationId];
  const { who } = operation;
  if (who === 'anybody') throw new Error(`${operationId} is for anybody`);
  app.route({
    ...routeOf(operation),
    onRequest: async (request) => {
      if (operation.method !== 'GET') checkOrigin(request.headers, deps.origins());
      request.person = await authenticate(deps, request, who);
    },
    handler: async (request, reply) => {
      const { person } = request;
      if (person === null) throw new Error('an app route was reached without a person');
      return await handler(request, person, reply);
    },
  });
}

/** A route that needs no session. */
export function registerAnybody(
  app: FastifyInstance,
  deps: AppRouteDeps,
  operationId: AppOperationId,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const operation: AppOperation = APP_OPERATIONS[operationId];
  if (operation.who !== 'anybody') throw new Error(`${operationId} needs a session`);
  app.route({
    ...routeOf(operation),
    onRequest: async (request) => {
      if (operation.method !== 'GET') checkOrigin(request.headers, deps.origins());
    },
    handler,
  });
}

async function authenticate(
  deps: AppRouteDeps,
  request: FastifyRequest,
  who: Readonly<Record<Role, boolean>>,
): Promise<Person> {
  const { access } = sessionCookies(request);
  const person = access === null ? null : await readPerson(deps.pool, access, Date.now());
  if (person === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
  if (!who[person.organization.role]) throw new ApiError('forbidden', { message: 'Your role may not do that.' });
  return person;
}

/** PostgreSQL holds no U+0000 in a text. @throws ApiError 400 */
function checkQueryText(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && value.includes('\0')) throw invalid(name, 'must not hold U+0000');
  }
}

function routeOf(operation: AppOperation): Pick<RouteOptions, 'method' | 'url' | 'schema' | 'preValidation'> {
  const { body, query, success } = operation;
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(body === null ? {} : { body }),
      ...(query === null ? {} : { querystring: query }),
      ...(success.body === null ? {} : { response: { [success.status]: success.body } }),
    },
    preValidation: async (request, reply) => {
      checkQueryText(request.query as Record<string, unknown>);
      // A body with only optional fields may be left out.
      if (body !== null && request.headers['content-type'] === undefined) request.body ??= {};
      // People's data stays out of every cache, of the browser's or of a proxy's.
      reply.header('cache-control', 'no-store');
    },
  };
}
