// SPDX-License-Identifier: Apache-2.0
/** An organization with gateway routes, and calls through them. */
import type { HttpGatewayDecision, McpGatewayDecision } from '@svc/contract';
import type { Upstream } from '../upstream/index.ts';
import { type Answer, type CallOptions, call } from './calls.ts';
import { ROUTES } from './names.ts';
import { acme } from './organizations.ts';
import { PASSWORD, PEOPLE } from './sessions.ts';

export { ROUTES };

export const SECRETS = {
  header: 'hdr-4f9a77c1d0',
  parameter: 'par/4f9a+77 c1&d0',
  bearer: 'brr.4f9a77c1d0~x',
  basic: 'bsc:4f9a"77c1d0é',
  client: 'cli 4f9a&77c1%d0',
} as const;

/** @param upstream serves the host names api.crm.test and below, and id.crm.test for tokens */
export function acmeWithRoutes(upstream: Upstream, extra = ''): string {
  const at = (host: string) => `http://${host}:${upstream.port}`;
  return acme({
    // Who may approve an export, by the policies of Acme.
    people: `
      - { email: ${PEOPLE.member}, name: member person, password: "${PASSWORD}", role: MEMBER }`,
    extra: `
    integrations:
      - { name: header, kind: HTTP, allowedHosts: ["api.crm.test"],
          credential: { type: API_KEY_HEADER, secret: "${SECRETS.header}" } }
      - { name: parameter, kind: HTTP, allowedHosts: ["*.crm.test"],
          credential: { type: QUERY_PARAM, secret: "${SECRETS.parameter}" } }
      - { name: bearer, kind: HTTP, allowedHosts: ["api.crm.test"],
          credential: { type: AUTHORIZATION, secret: "${SECRETS.bearer}" } }
      - { name: basic, kind: HTTP, allowedHosts: ["api.crm.test"],
          credential: { type: BASIC, username: ana, secret: '${SECRETS.basic}' } }
      - { name: oauth, kind: HTTP, allowedHosts: ["api.crm.test", "id.crm.test"],
          credential: { type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "${at('id.crm.test')}/token", clientId: "svc:id",
            secret: "${SECRETS.client}", scope: "read write" } }
    httpRoutes:
      - { id: ${ROUTES.crm}, name: crm, baseUrl: "${at('api.crm.test')}/v1", integration: header }
      - { id: ${ROUTES.parameter}, name: parameter, baseUrl: "${at('a.b.crm.test')}/v1", integration: parameter }
      - { id: ${ROUTES.bearer}, name: bearer, baseUrl: "${at('api.crm.test')}/v1", integration: bearer }
      - { id: ${ROUTES.basic}, name: basic, baseUrl: "${at('api.crm.test')}/v1", integration: basic }
      - { id: ${ROUTES.oauth}, name: oauth, baseUrl: "${at('api.crm.test')}/v1", integration: oauth }
      - { id: ${ROUTES.plain}, name: plain, baseUrl: "${at('api.crm.test')}" }
      - { id: ${ROUTES.elsewhere}, name: elsewhere, baseUrl: "${at('evil-crm.test')}/v1", integration: parameter }
      - { id: ${ROUTES.restricted}, name: restricted, baseUrl: "${at('api.crm.test')}/v1", integration: header,
          resource: orders, agents: [billing-bot], actions: [READ_DATA, WRITE_DATA], methods: [GET, POST] }
      - { id: ${ROUTES.inside}, name: inside, baseUrl: "http://169.254.169.254/latest" }
      - { id: ${ROUTES.away}, name: away, baseUrl: "http://127.0.0.1:1/" }
      - { id: ${ROUTES.hasty}, name: hasty, baseUrl: "${at('api.crm.test')}/slow", timeoutMs: 200 }
    mcpRoutes:
      - { id: ${ROUTES.tools}, name: crm-tools, agent: billing-bot, resource: orders }
      - { id: ${ROUTES.bare}, name: bare }
${extra}`,
  });
}

/** Reads orders through a route; no rule opposes that. */
export const READ_ORDERS = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' } as const;

export function callHttp(
  baseUrl: string,
  body: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answer<HttpGatewayDecision & { error?: string; message?: string; fields?: Record<string, string> }>> {
  return call(baseUrl, '/v1/gateway/http', { body: { ...READ_ORDERS, ...body }, ...options });
}

export function callMcp(
  baseUrl: string,
  body: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answer<McpGatewayDecision & { error?: string; message?: string; fields?: Record<string, string> }>> {
  return call(baseUrl, '/v1/gateway/mcp', { body, ...options });
}
