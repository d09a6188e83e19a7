// SPDX-License-Identifier: Apache-2.0
/**
 * Clients that are known by the address of their metadata. Their host is in the test's network, which is private, and
 * which no deployment can open to them. So an authorization server of the test's own, on the service's database, may
 * reach it; all else is as in the service.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAUTH_SCOPES } from '@svc/contract';
import { approveAuthorization, createAuthorizationServer } from '../../../server/src/organization/oauth/index.ts';
import { createEgress, type Egress } from '../../../server/src/outgoing/egress/index.ts';
import { createVault } from '../../../server/src/platform/vault/index.ts';
import { TEST_ENCRYPTION_KEY, type TestService } from '../service/index.ts';
import { type Browser, openBrowser } from '../service/sessions.ts';
import { startUpstream, TEST_AUTHORITY, type Upstream } from '../upstream/index.ts';

const HOST = 'client.upstream.test';

/** An answer of the clients' host. */
interface Published {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface DocumentClients {
  /** The address of the authorization server. */
  baseUrl: string;
  host: Upstream;
  /** As guarded as the service's own. */
  egress: Egress;
  /** Puts something at a path. @returns its address */
  publish(path: string, published: object | Published): string;
  /** A browser before the authorization server, whose person permits what is asked. */
  person(owner: Browser): Promise<Browser>;
  stop(): Promise<void>;
}

export async function startDocumentClients(service: TestService): Promise<DocumentClients> {
  const published = new Map<string, Published>();
  const host = await startUpstream(
    ({ path }, reply) => {
      const { status, headers, body } = published.get(path) ?? { status: 404, body: '{}' };
      reply.writeHead(status, headers).end(body);
    },
    { tls: true },
  );
  const egress = createEgress({ allow: ['127.0.0.1'], resolver: async () => ['127.0.0.1'], ca: TEST_AUTHORITY });
  let person = { personId: '', organizationId: '' };
  const approve = async (request: IncomingMessage, response: ServerResponse, id: string) => {
    const approval = { ...person, scopes: [...OAUTH_SCOPES] };
    const carried = { id, request, response };
    const asked = { accountId: person.personId, directoryOf: null };
    const continueAt = await approveAuthorization(server, service.app.pool, asked, carried, approval);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ continueAt }));
  };
  const http = createServer((request, response) => {
    const [, id] = /^\/approve\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    void (id === undefined ? server.answer(request, response) : approve(request, response, id));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server = createAuthorizationServer({
    pool: service.app.pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    log: service.app.http.log as never,
    egress: { request: (call) => egress.request({ ...call, privateNetworks: true }) },
    baseUrl: () => baseUrl,
    mcpUrl: () => `${service.baseUrl}/mcp`,
    mayFetch: () => true,
  });
  return {
    baseUrl,
    host,
    egress,
    publish(path, content) {
      const isAnswer = 'status' in content;
      published.set(path, isAnswer ? (content as Published) : { status: 200, body: JSON.stringify(content) });
      return `https://${HOST}:${host.port}${path}`;
    },
    async person(owner) {
      const { body } = await owner.call<{ user: { id: string }; organization: { id: string } }>('/me');
      person = { personId: body.user.id, organizationId: body.organization.id };
      return openBrowser(baseUrl);
    },
    async stop() {
      await new Promise((resolve) => http.close(resolve));
      await egress.close();
      await host.stop();
    },
  };
}
