// SPDX-License-Identifier: Apache-2.0
/** The authorization server's rules, as the library takes them. */
import type { IncomingMessage } from 'node:http';
import { OAUTH_SCOPES } from '@svc/contract';
import { type Configuration, errors, interactionPolicy, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import type pg from 'pg';
import { createAdapters } from './adapter.ts';
import { createLifetimeCheck } from './client-assertions.ts';
import { ASSERTION_ALGORITHMS, CLIENT_AUTH_METHODS, EITHER_METHOD } from './client-metadata.ts';
import {
  ACCESS_TOKEN_SECONDS,
  CLOCK_TOLERANCE_SECONDS,
  CODE_SECONDS,
  GRANT_SECONDS,
  REFRESH_TOKEN_SECONDS,
  REQUEST_SECONDS,
} from './limits.ts';
import type { ClientFetch } from './metadata-document.ts';
import { ROUTES } from './oauth-routes.ts';
import { parseSubject } from './subject.ts';

export interface ConfigurationParts {
  pool: pg.Pool;
  keys: JWK[];
  cookieKey: string;
  mcpUrl: string;
  isSecure: boolean;
  fetchFromClient: ClientFetch;
  /** Whether this request may have a metadata document fetched. */
  mayFetch(request: IncomingMessage): boolean;
}

const OFF = { enabled: false };

export function configurationOf(parts: ConfigurationParts): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, path: '/', secure: parts.isSecure } as const;
  return {
    adapter: createAdapters(parts.pool),
    jwks: { keys: parts.keys },
    cookies: {
      keys: [parts.cookieKey],
      short: cookie,
      long: cookie,
      names: {
        interaction: 'svc_authorization',
        resume: 'svc_authorization_resume',
        session: 'svc_authorization_session',
      },
    },
    ...CLIENTS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    assertJwtClientAuthClaimsAndHeader: createLifetimeCheck(parts.pool.clock),
    scopes: ['openid', 'offline_access', ...OAUTH_SCOPES],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    pkce: { required: () => true },
    routes: ROUTES,
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      AccessToken: ACCESS_TOKEN_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Grant: GRANT_SECONDS,
      Interaction: REQUEST_SECONDS,
      Session: REQUEST_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
    },
    features: featuresOf(parts),
    interactions: { policy: POLICY, url: (_context, { uid }) => `/app/connect/${uid}` },
    findAccount: async (_context, subject) => {
      if (parseSubject(subject) === null) return undefined;
      return { accountId: subject, claims: async () => ({ sub: subject }) };
    },
    expiresWithSession: () => false,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    // A grant is given by the answer to this request, and by nothing that was before.
    loadExistingGrant: async (context) => {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : await context.oidc.provider.Grant.find(grantId);
    },
    renderError,
    fetch: (url: string | URL) => parts.fetchFromClient(url),
  } as Configuration;
}

/** There is no client secret to keep: what a client may be is said in `client-metadata.ts`. */
const CLIENTS = {
  clientAuthMethods: [...CLIENT_AUTH_METHODS],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'], clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  extraClientMetadata: EITHER_METHOD,
} satisfies Partial<Configuration>;

function featuresOf({ mcpUrl, mayFetch }: ConfigurationParts): Configuration['features'] {
  return {
    devInteractions: OFF,
    userinfo: OFF,
    rpInitiatedLogout: OFF,
    pushedAuthorizationRequests: OFF,
    dPoP: OFF,
    revocation: { enabled: true, allowedPolicy: async (_context, client, token) => client.clientId === token.clientId },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      // Outside a request of the protocol a person answers one: its client was known when it began.
      allowFetch: async (context: KoaContextWithOIDC | undefined) => context === undefined || mayFetch(context.req),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => mcpUrl,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_context: KoaContextWithOIDC, resource: string) => {
        if (resource !== mcpUrl) throw new errors.InvalidTarget();
        return {
          scope: OAUTH_SCOPES.join(' '),
          audience: mcpUrl,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'opaque',
        };
      },
    },
  } as Configuration['features'];
}

const { Check, Prompt } = interactionPolicy;

/** Every request is put to the person who is signed in to the app: nothing is remembered from one to the next. */
const POLICY = [
  new Prompt(
    { name: 'login', requestable: true },
    new Check('signed_in', 'the person signs in', ({ oidc }) => oidc.result?.login === undefined),
  ),
  new Prompt(
    { name: 'consent', requestable: true },
    new Check('consented', 'the person consents', ({ oidc }) => oidc.result?.consent === undefined),
  ),
];

/** A fault that cannot be told to the client is told to the person, as plain text. */
async function renderError(context: KoaContextWithOIDC, out: { error: string; error_description?: string }) {
  context.type = 'text/plain; charset=utf-8';
  context.body = `This app could not be connected: ${out.error_description ?? out.error} (${out.error}).\n`;
}
