// SPDX-License-Identifier: Apache-2.0
/**
 * The authorization server's routes, below /oauth, and its metadata. They are no routes of the app: none reads its
 * cookies. The library reads the bodies and writes the answers itself.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type AuthorizationServer,
  OAUTH_ROUTES,
  REGISTRATIONS_PER_ADDRESS_AND_HOUR,
  REGISTRATIONS_PER_NETWORK_AND_HOUR,
  REQUESTS_PER_ADDRESS_AND_MINUTE,
  REQUESTS_PER_NETWORK_AND_MINUTE,
} from '../../../organization/oauth/index.ts';
import { type AddressList, limitedAddress, siteOf } from '../../../platform/addresses/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { processWindow } from '../../../platform/rates/index.ts';
import { hitSharedWindow } from '../../../storage/limits/index.ts';
import { BARE_HEADERS, requestAddress } from '../../http/index.ts';
import { ANY_ORIGIN, spellingsOf } from '../any-origin.ts';

export interface OauthRouteDeps {
  pool: pg.Pool;
  trustedProxies: AddressList;
  authorizationServer: AuthorizationServer;
}

const PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  ...Object.values(OAUTH_ROUTES),
  // The browser comes back with the person's answer.
  `${OAUTH_ROUTES.authorization}/:requestId`,
];

export function registerOauthRoutes(http: FastifyInstance, deps: OauthRouteDeps): void {
  const requests = processWindow(REQUESTS_PER_ADDRESS_AND_MINUTE);
  const networkRequests = processWindow(REQUESTS_PER_NETWORK_AND_MINUTE);
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of PATHS.flatMap(spellingsOf)) {
      scope.options(url, async (_request, reply) => await reply.code(204).headers(ANY_ORIGIN).send());
      scope.route({
        method: ['GET', 'POST'],
        url,
        exposeHeadRoute: false,
        onRequest: async (request, reply) => {
          reply.headers({ ...ANY_ORIGIN, ...BARE_HEADERS });
          const address = requestAddress(request.raw, deps.trustedProxies);
          const [client, network] = [limitedAddress(address), siteOf(address)];
          const nowMs = deps.pool.clock.nowMs();
          const waits = [requests.hit(client, nowMs), network === null ? 0 : networkRequests.hit(network, nowMs)];
          const retryAfterSeconds = Math.max(...waits);
          if (retryAfterSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds });
          if (request.method === 'POST' && spellingsOf(OAUTH_ROUTES.registration).includes(url))
            await admit(deps.pool, client, network);
        },
        handler: (request, reply) => pass(deps.authorizationServer, request, reply),
      });
    }
  });
}

const REGISTRATION_RATE = {
  name: 'oauth-registrations',
  hitsMax: REGISTRATIONS_PER_ADDRESS_AND_HOUR,
  windowSeconds: 3_600,
};

const NETWORK_REGISTRATION_RATE = {
  ...REGISTRATION_RATE,
  name: 'oauth-registrations-of-network',
  hitsMax: REGISTRATIONS_PER_NETWORK_AND_HOUR,
};

/** Anybody may register a client, so the number from one place is bounded. @throws ApiError 429 */
async function admit(pool: pg.Pool, client: string, network: string | null): Promise<void> {
  await hitSharedWindow(pool, REGISTRATION_RATE, client);
  if (network !== null) await hitSharedWindow(pool, NETWORK_REGISTRATION_RATE, network);
}

async function pass(server: AuthorizationServer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  try {
    await server.answer(request.raw, reply.raw);
  } catch (error) {
    const { name, code } = error as Error & { code?: unknown };
    request.log.error({ requestId: request.id, fault: { name, code } }, 'request failed');
    if (reply.raw.headersSent) reply.raw.destroy();
    else reply.raw.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' }).end(UNAVAILABLE);
  }
}

const UNAVAILABLE = JSON.stringify({ error: 'temporarily_unavailable' });
