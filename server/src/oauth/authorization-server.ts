/** The authorization server of a process: the library, with the deployment's keys, and what pages need of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
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
      const answering = await provider();
      asSeenFromOutside(request, options.baseUrl());
      await answering.callback()(request, response);
    },
  };
}

/** Addresses in answers are below the public address, whatever the request says of itself. */
function asSeenFromOutside(request: IncomingMessage, baseUrl: string): void {
  const { protocol, host } = new URL(baseUrl);
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.headers['x-forwarded-host'] = host;
}
