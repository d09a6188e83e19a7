// SPDX-License-Identifier: Apache-2.0
/**
 * The door of proxies that ask before they forward a call (forward-auth). The status is the answer: proxies take every
 * 2xx for an ALLOW, so only an ALLOW has one. An allowed call runs at once, and its act is redeemed with the decision.
 */
import { randomUUID } from 'node:crypto';
import { EVENT_ACTIONS, type EventRequest, NAME_CHARACTERS_MAX } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAct, redeemEvent } from '../../../decisions/acts/index.ts';
import { decideEventAs } from '../../../decisions/machine-api/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { publicError, sendError } from '../../http/index.ts';
import { accessOf, CHALLENGE, withKey } from '../keyed.ts';
import type { RouteDeps } from '../v1/register.ts';
import { type AskedCall, checkedCall, forwardedCall, type Named, requestOf } from './asked-call.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

const name = { type: 'string', minLength: 1, maxLength: NAME_CHARACTERS_MAX };
const NAMED = {
  type: 'object',
  required: ['resource'],
  additionalProperties: false,
  properties: { resource: name, agent: name, action: { type: 'string', enum: EVENT_ACTIONS } },
};

/** Envoy puts a prefix before the path of the call and keeps its query, so the names stand in the prefix. */
const ENVOY_PATH = '/authz/envoy/:resource/:agent/*';
const ENVOY_NAMED = {
  type: 'object',
  properties: { resource: name, agent: name },
};
/** Stands in place of an agent that the key is bound to. */
const OF_KEY = '-';

/** A person decides: asking more often brings no answer sooner. */
const REVIEW_RETRY_AFTER_SECONDS = 5;

export function registerForwardAuthRoutes(http: FastifyInstance, deps: RouteDeps): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Only method and address count. A body is read up to its bound, and forgotten.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => null);
    scope.setErrorHandler((error: Error, request, reply) => answerError(deps, error, request, reply));
    const shared = { method: METHODS, exposeHeadRoute: false, ...withKey(deps) };
    scope.route({
      ...shared,
      url: '/authz',
      schema: { querystring: NAMED },
      handler: async (request, reply) =>
        await answer(deps, request, reply, requestOf(request.query as Named, forwardedCall(request.headers))),
    });
    scope.route({
      ...shared,
      url: ENVOY_PATH,
      schema: { params: ENVOY_NAMED },
      handler: async (request, reply) => {
        const { resource, agent } = request.params as { resource: string; agent: string };
        const named = agent === OF_KEY ? { resource } : { resource, agent };
        return await answer(deps, request, reply, requestOf(named, keptCall(request)));
      },
    });
  });
}

/** The call with the method and the path of the request itself, below the prefix. */
function keptCall({ method, url, headers }: FastifyRequest): AskedCall {
  return checkedCall(
    {
      method,
      uri: `/${url
        .split('/')
        .slice(ENVOY_PATH.split('/').length - 1)
        .join('/')}`,
    },
    headers,
  );
}

async function answer(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply, asked: EventRequest) {
  const redeemed = request.headers['x-svc-redeem'];
  if (redeemed !== undefined) return await redeem(deps, request, reply, { asked, id: String(redeemed) });
  const how = { request: asked, door: 'FORWARD_AUTH', idempotencyKey: null, redeemsNow: true } as const;
  const { decision } = await decideEventAs(deps, accessOf(request), how);
  reply.header('x-svc-event', decision.id);
  if (decision.finalDecision === 'ALLOW') return await reply.code(200).send();
  return await deny(reply, decision.finalDecision, null);
}

async function redeem(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, id }: { asked: EventRequest; id: string },
) {
  const access = accessOf(request);
  try {
    const how = { id, idempotencyKey: randomUUID(), request: asked, text: JSON.stringify(asked) };
    const { answer: decision } = await redeemEvent(deps, access, how);
    return await reply.code(200).header('x-svc-event', decision.id).send();
  } catch (error) {
    if (!(error instanceof ApiError) || !DENIALS.has(error.status)) throw error;
    if (error.code !== 'not_allowed') return await deny(reply, 'BLOCK', error.code);
    const { decision } = await readAct(deps, access, id);
    reply.header('x-svc-event', decision.id);
    return await deny(reply, decision.finalDecision === 'REVIEW' ? 'REVIEW' : 'BLOCK', error.code);
  }
}

/** A wrong id, an event of others, and one that cannot be redeemed. */
const DENIALS: ReadonlySet<number> = new Set([400, 403, 404, 409]);

async function deny(reply: FastifyReply, decision: 'REVIEW' | 'BLOCK', reason: string | null) {
  if (decision === 'REVIEW') reply.header('retry-after', String(REVIEW_RETRY_AFTER_SECONDS));
  return await reply.code(403).send({ decision, ...(reason !== null && { reason }) });
}

/** Proxies hand the answer on to their client: it learns no name of the organization. */
const UNKNOWN = 'The proxy asks for an agent or a resource that is not registered.';

function answerError(deps: RouteDeps, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const isUnknown = error instanceof ApiError && error.code === 'not_found';
  const fault = publicError(isUnknown ? new ApiError('forbidden', { message: UNKNOWN }) : error, request);
  deps.metrics.errors[fault.code].add();
  if (fault.status === 401) reply.header('www-authenticate', CHALLENGE);
  sendError(fault, request, reply);
}
