// SPDX-License-Identifier: Apache-2.0
/** The authorization server of a process: the library, with the deployment's keys, and what pages need of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { errors } from 'oidc-provider';
import { SIGNING_KEYS_READ_EVERY_MS } from './limits.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { loadSigningKeys } from './signing-keys.ts';

export interface AuthorizationServer {
  /** Answers a request of the protocol; its body is not read yet. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The library, under the current keys. */
  provider(): Promise<Provider>;
  /** The one resource that tokens are for. */
  mcpUrl(): string;
}

export function createAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  let current: { provider: Provider; keyIds: string } | null = null;
  let readAtMs = 0;
  let reading: Promise<Provider> | null = null;

  const read = async (): Promise<Provider> => {
    // Loaded when the first app comes: a start does not wait for it.
    const [keys, { createProvider }] = await Promise.all([
      loadSigningKeys(options.pool, options.vault),
      import('./provider.ts'),
    ]);
    const keyIds = keys.map(({ kid }) => kid).join();
    if (current === null || current.keyIds !== keyIds) current = { provider: createProvider(options, keys), keyIds };
    readAtMs = performance.now();
    return current.provider;
  };
  const provider = async (): Promise<Provider> => {
    if (current !== null && performance.now() - readAtMs < SIGNING_KEYS_READ_EVERY_MS) return current.provider;
    reading ??= read().finally(() => {
      reading = null;
    });
    return await reading;
  };
  return {
    provider,
    mcpUrl: options.mcpUrl,
    async answer(request, response) {
      const [answering, { incomingRequest }] = await Promise.all([provider(), import('./incoming-request.ts')]);
      const known = { baseUrl: options.baseUrl(), mcpUrl: options.mcpUrl() };
      const read = await incomingRequest(request, known).catch((fault: unknown) => refuse(response, fault));
      if (read !== null) await answering.callback()(read, response);
    },
  };
}

/** Tells the client what the library would not be asked. @throws what is no fault of the request */
function refuse(response: ServerResponse, fault: unknown): null {
  const { statusCode, error, error_description } = fault as Partial<errors.OIDCProviderError>;
  if (statusCode === undefined) throw fault;
  response
    .writeHead(statusCode, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
    .end(JSON.stringify({ error, error_description }));
  return null;
}
