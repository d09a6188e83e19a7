// SPDX-License-Identifier: Apache-2.0
/**
 * The metadata of clients, as this server takes it. Registrations and metadata documents pass here before the library
 * reads them. Values that are not offered are replaced by those that are (RFC 7591, section 3.2.1). Members that are
 * not known, null, "" and [] are as if left out, and nothing else is kept of a stranger's text.
 */
import Provider, { type Configuration, errors } from 'oidc-provider';
import { parseUrl } from '../../platform/addresses/index.ts';
import {
  CLIENT_NAME_CHARACTERS_MAX,
  CLIENT_URI_CHARACTERS_MAX,
  METADATA_DOCUMENT_BYTES_MAX,
  REDIRECT_URIS_MAX,
} from './limits.ts';

type Metadata = Record<string, unknown>;

export const CLIENT_AUTH_METHODS = ['none', 'private_key_jwt'] as const;
/** An assertion names its algorithm: a client must not choose one without a key pair. */
export const ASSERTION_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const;
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** Set where a metadata document names both methods: its client proves itself, or not, in each request. */
const EITHER = 'svc_either_method';

/** @throws errors.InvalidClientMetadata for what cannot be kept */
export function offeredMetadata(sent: Metadata, kind: 'registration' | 'document'): Metadata {
  const given = withoutEmpty(sent);
  const { client_id, client_name, redirect_uris, grant_types } = given;
  refuseLong({ redirect_uris, jwks_uri: given.jwks_uri });
  const grants = GRANT_TYPES.filter((one) => Array.isArray(grant_types) && grant_types.includes(one));
  const offered = {
    ...(kind === 'document' && { client_id }),
    ...(typeof client_name === 'string' && {
      client_name: [...client_name].slice(0, CLIENT_NAME_CHARACTERS_MAX).join(''),
    }),
    ...(redirect_uris !== undefined && { redirect_uris }),
    application_type: applicationType(redirect_uris),
    grant_types: grants.length === 0 ? [...GRANT_TYPES] : grants,
    response_types: ['code'],
    ...authentication(given, kind),
  };
  const text = JSON.stringify(offered);
  if (text.length > METADATA_DOCUMENT_BYTES_MAX) throw fault(`may have ${METADATA_DOCUMENT_BYTES_MAX} bytes`);
  if (UNSTORABLE.test(text)) throw fault('may not hold U+0000 and single surrogates');
  return offered;
}

/** @throws errors.InvalidClientMetadata */
function refuseLong(addresses: Metadata): void {
  for (const [name, value] of Object.entries(addresses)) {
    const texts = [value].flat().filter((one) => typeof one === 'string');
    if (texts.length > REDIRECT_URIS_MAX) throw fault(`may have ${REDIRECT_URIS_MAX} ${name}`);
    if (texts.some((one) => one.length > CLIENT_URI_CHARACTERS_MAX)) {
      throw fault(`may have ${CLIENT_URI_CHARACTERS_MAX} characters in each of ${name}`);
    }
  }
}

const fault = (why: string) => new errors.InvalidClientMetadata(`the metadata of a client ${why}`);

/** As JSON writes them. PostgreSQL keeps neither. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

function withoutEmpty(sent: Metadata): Metadata {
  const members = Object.entries(sent).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : value,
  ]);
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The library judges addresses by it: those of a native app may be private schemes and loopback ports. */
function applicationType(redirectUris: unknown): 'native' | 'web' {
  const isWeb = (uri: unknown) => typeof uri === 'string' && /^https:/i.test(uri);
  return Array.isArray(redirectUris) && redirectUris.every(isWeb) ? 'web' : 'native';
}

/**
 * A client without a secret of ours proves itself by PKCE alone, or also by its own key (RFC 7523). Methods with a
 * secret are replaced by none: a secret that was never issued can be neither asked for nor told.
 */
function authentication(given: Metadata, kind: 'registration' | 'document'): Metadata {
  const { token_endpoint_auth_method: preferred, token_endpoint_auth_methods_supported: others } = given;
  const named = [preferred, ...(Array.isArray(others) ? others : [])]
    .filter((method) => method !== undefined)
    .map((method) => (method === 'private_key_jwt' ? method : 'none'));
  const isPublic = named.length === 0 || named.includes('none');
  const keys = keysOf(given);
  const canProve = named.includes('private_key_jwt') && (keys !== null || !isPublic);
  const proves = canProve && (!isPublic || named[0] === 'private_key_jwt' || kind === 'document');
  if (!proves) return { token_endpoint_auth_method: 'none' };
  const algorithm = ASSERTION_ALGORITHMS.find((one) => one === given.token_endpoint_auth_signing_alg);
  return {
    token_endpoint_auth_method: 'private_key_jwt',
    ...keys,
    ...(algorithm !== undefined && { token_endpoint_auth_signing_alg: algorithm }),
    ...(isPublic && kind === 'document' && { [EITHER]: true }),
  };
}

/** Null for none that can be trusted. Keys at an address change there, so they go before those in the metadata. */
function keysOf({ jwks_uri, jwks }: Metadata): Metadata | null {
  if (typeof jwks_uri === 'string' && parseUrl(jwks_uri)?.protocol === 'https:') return { jwks_uri };
  return typeof jwks === 'object' ? { jwks } : null;
}

/** A client of both methods that sends no assertion is a public one, for this request. */
export const EITHER_METHOD = {
  properties: [EITHER],
  validator: (_context, _name, isEither, metadata) => {
    if (isEither !== true || Provider.ctx?.oidc.params?.client_assertion !== undefined) return;
    metadata.token_endpoint_auth_method = 'none';
    delete metadata.token_endpoint_auth_signing_alg;
  },
} satisfies Configuration['extraClientMetadata'];
