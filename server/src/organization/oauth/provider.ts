// SPDX-License-Identifier: Apache-2.0
/** The library, configured. */
import Provider, { type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { expectOwnAddresses, readKeysAnew } from './client-assertions.ts';
import { configurationOf } from './configuration.ts';
import { createClientFetch } from './metadata-document.ts';
import type { AuthorizationServerOptions } from './options.ts';

export function createProvider(options: AuthorizationServerOptions, keys: JWK[]): Provider {
  const issuer = options.baseUrl();
  const provider = new Provider(
    issuer,
    configurationOf({
      pool: options.pool,
      keys,
      cookieKey: options.vault.keyedHash('oauth-cookies', 'v1').mac.toString('base64url'),
      mcpUrl: options.mcpUrl(),
      isSecure: issuer.startsWith('https:'),
      fetchFromClient: createClientFetch({
        egress: options.egress,
        clock: options.pool.clock,
        mayFetch: options.mayFetch,
      }),
      mayFetch: options.mayFetch,
    }),
  );
  readKeysAnew(provider);
  expectOwnAddresses(provider);
  // The two headers below are always ours.
  provider.proxy = true;
  provider.use(tellResponseModes);
  provider.on('server_error', (_context, error) => {
    const { name, code } = error as Error & { code?: unknown };
    options.log.error({ fault: { name, code } }, 'the authorization server failed');
  });
  return provider;
}

/** The library lists one more, which is refused before it reads a request. */
async function tellResponseModes(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (context.oidc?.route !== 'discovery') return;
  Object.assign(context.body as object, { response_modes_supported: ['query', 'fragment'] });
}
