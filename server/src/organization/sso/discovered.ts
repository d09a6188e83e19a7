// SPDX-License-Identifier: Apache-2.0
/** The metadata of a directory, as far as a sign-in needs it. */
import type { ServerMetadata } from 'openid-client';
import { parseUrl } from '../../platform/addresses/index.ts';
import { DirectoryFault, directoryFaultOf } from './directory-fault.ts';
import type { DirectoryFetch } from './directory-fetch.ts';

/** Signatures by a key pair. With a shared secret, or none, an answer would prove nothing. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  ...['EdDSA', 'Ed25519'],
];

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** @throws DirectoryFault */
export async function readDiscovered(
  library: typeof import('openid-client'),
  fetch: DirectoryFetch,
  issuer: string,
): Promise<ServerMetadata> {
  const options = { [library.customFetch]: fetch, execute: [library.allowInsecureRequests] };
  // No secret is needed to read what anybody may.
  const found = await library
    .discovery(new URL(issuer), 'svc', undefined, library.None(), options)
    .catch((error: unknown) => {
      throw directoryFaultOf(error) ?? unusable(error);
    });
  const metadata: ServerMetadata = found.serverMetadata();
  if (metadata.issuer !== issuer) throw new DirectoryFault('OTHER_ISSUER', metadata.issuer);
  checkEndpoints(metadata, issuer);
  const { response_types_supported: responses, code_challenge_methods_supported: challenges } = metadata;
  if (Array.isArray(responses) && !responses.includes('code')) throw new DirectoryFault('NO_CODE_FLOW');
  // A directory that does not name its methods may still know the one that is sent.
  if (Array.isArray(challenges) && !challenges.includes('S256')) throw new DirectoryFault('NO_PKCE');
  const named = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const algorithms = ALGORITHMS.filter((one) => named.includes(one));
  if (algorithms.length === 0) throw new DirectoryFault('NO_ALGORITHM', named.join(', '));
  return Object.assign(metadata, { id_token_signing_alg_values_supported: algorithms });
}

/** Answers of a library's error that name another issuer carry it in their cause. */
function unusable(error: unknown): DirectoryFault {
  const { cause } = (error ?? {}) as {
    cause?: { body?: { issuer?: unknown }; cause?: { body?: { issuer?: unknown } } };
  };
  const named = cause?.body?.issuer ?? cause?.cause?.body?.issuer;
  return typeof named === 'string' ? new DirectoryFault('OTHER_ISSUER', named) : new DirectoryFault('NOT_JSON');
}

/** Endpoints without TLS belong to an issuer without TLS alone. */
function checkEndpoints(metadata: ServerMetadata, issuer: string): void {
  const schemes = issuer.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
  for (const name of ENDPOINTS) {
    const url = parseUrl(String(metadata[name] ?? ''));
    if (url === null || !schemes.includes(url.protocol)) throw new DirectoryFault('NO_ENDPOINTS', name);
  }
  const ends = parseUrl(metadata.end_session_endpoint ?? '');
  if (ends !== null && !schemes.includes(ends.protocol))
    throw new DirectoryFault('NO_ENDPOINTS', 'end_session_endpoint');
}
