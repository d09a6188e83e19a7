// SPDX-License-Identifier: Apache-2.0
/**
 * POST /mcp: the hosted MCP server. Who calls is known before anything of the protocol is read, so the first probe of a
 * client learns how to sign in. The metadata of the resource (RFC 9728) may be read from any origin.
 */
import { ERRORS } from '@svc/contract';
import { MCP_SCOPES } from '@svc/contract/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../../organization/callers/index.ts';
import { accessOfToken } from '../../../organization/oauth/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { LookUps } from '../../../platform/rates/index.ts';
import { isApiKey } from '../../../registry/api-keys/index.ts';
import {
  countKeyUse,
  identifyKey,
  keepBodyText,
  noteKnownCaller,
  ownOrigins,
  publicError,
  requestAddress,
  sendError,
} from '../../http/index.ts';
import {
  BATCH_MESSAGES_MAX,
  createMcpEndpoint,
  type McpEndpoint,
  type McpHeaders,
  resourceMetadata,
  resourceMetadataUrl,
} from '../../mcp/index.ts';
import { ANY_ORIGIN, spellingsOf } from '../any-origin.ts';
import { goneSignal } from '../gone-signal.ts';
import type { RouteDeps } from '../v1/register.ts';

const MCP_PATH = '/mcp';

export interface McpAddresses {
  /** The public address, when it is not below the base address. */
  mcpUrl: string | null;
  /** Keys with an allow-list are seen from there. */
  egressAddress: string;
}

export interface McpRouteDeps extends RouteDeps {
  baseUrl: () => string;
  /** Bounds what strangers may have looked up. */
  lookUps: LookUps;
  mcp: Partial<McpAddresses>;
}

interface ResolvedDeps extends McpRouteDeps {
  mcpUrl: () => string;
  egressAddress: string;
  /** Origins whose pages may call. */
  origins: () => ReadonlySet<string>;
}

export function registerMcpRoutes(http: FastifyInstance, deps: McpRouteDeps): void {
  const { baseUrl } = deps;
  const { egressAddress = LOOPBACK } = deps.mcp;
  const mcpUrl = mcpUrlOf(deps);
  const origins = () => new Set([...ownOrigins(baseUrl(), http.server.address()), new URL(mcpUrl()).origin]);
  register(http, { ...deps, mcpUrl, egressAddress, origins });
}

/** The public address of the MCP server; asked for late, like the base address. */
export function mcpUrlOf({ baseUrl, mcp: { mcpUrl = null } }: Pick<McpRouteDeps, 'baseUrl' | 'mcp'>): () => string {
  return () => mcpUrl ?? `${baseUrl()}${MCP_PATH}`;
}

const LOOPBACK = '127.0.0.1';

function register(http: FastifyInstance, deps: ResolvedDeps): void {
  const endpoint = createMcpEndpoint(deps);
  http.register(async (scope) => {
    keepBodyText(scope);
    scope.setErrorHandler((error: Error, request, reply) => answerError(deps, error, request, reply));
    const onRequest = (request: FastifyRequest) => admit(deps, request);
    for (const url of spellingsOf(MCP_PATH)) {
      scope.route({
        method: 'POST',
        url,
        config: { unstoredMembers: ['arguments'] },
        onRequest,
        handler: (request, reply) => answer(deps, endpoint, request, reply),
      });
      scope.route({
        method: ['GET', 'DELETE', 'PUT', 'PATCH'],
        url,
        onRequest,
        handler: async (_request, reply) => await reply.code(405).header('allow', 'POST').send(NOT_ALLOWED),
      });
    }
  });
  for (const path of [WELL_KNOWN, `${WELL_KNOWN}${MCP_PATH}`].flatMap(spellingsOf)) {
    http.get(
      path,
      async (_request, reply) => await reply.headers(ANY_ORIGIN).send(resourceMetadata(deps.mcpUrl(), deps.baseUrl())),
    );
    http.options(path, async (_request, reply) => await reply.code(204).headers(ANY_ORIGIN).send());
  }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
/** @throws ApiError 403 for a page of another origin and for the key's address; 401 for the key, 429 for its rate */
async function admit(deps: ResolvedDeps, request: FastifyRequest): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && !deps.origins().has(origin)) {
    throw new ApiError('forbidden', { message: 'Pages of this origin may not call the MCP server (Origin).' });
  }
  request.access = await accessOf(deps, request);
  await countKeyUse(deps, request.access, 'events');
}

/** An API key, or the access token of a connected app. */
async function accessOf(deps: ResolvedDeps, request: FastifyRequest): Promise<Access> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && request.headers['x-svc-key'] === undefined && !isApiKey(token)) {
    const address = requestAddress(request.raw, deps.trustedProxies);
    const access = await deps.lookUps.find({ address, secret: token }, () => accessOfToken(deps, token, address));
    if (access === null) throw new ApiError('unauthorized');
    noteKnownCaller(request.raw.socket);
    return { ...access, traceparent: request.headers.traceparent };
  }
  const presentation = { header: 'X-Svc-Key', seenFrom: deps.egressAddress } as const;
  return await identifyKey(deps, request, presentation).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 403 ? seenFromElsewhere(deps.egressAddress) : error;
  });
}

function seenFromElsewhere(address: string): ApiError {
  const message =
    `This API key may not be used from this address: through this server it is seen from ${address}. Allow that ` +
    'address, or run `svc mcp` on an allowed host.';
  return new ApiError('forbidden', { message });
}

const SIGN_IN =
  'Sign in, or send an API key as `Authorization: Bearer <API_KEY>` or `X-Svc-Key: <API_KEY>` on every request.';

async function answer(deps: ResolvedDeps, endpoint: McpEndpoint, request: FastifyRequest, reply: FastifyReply) {
  const { access, body, bodyText: text } = request;
  if (access === null) throw new Error('the MCP server was reached without a key');
  if (Array.isArray(body)) {
    if (body.length > BATCH_MESSAGES_MAX) return await reply.code(400).send(TOO_LONG);
    for (const _message of body.slice(1)) await countKeyUse(deps, access, 'events');
  }
  const caller = { access, request, signal: goneSignal(reply) };
  const answered = await endpoint.answer(caller, { headers: headersOf(request), body, text });
  reply.code(answered.status);
  return answered.body === null ? await reply.send() : await reply.type('application/json').send(answered.body);
}

/** The headers that the protocol reads. */
const PROTOCOL_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]);

const headersOf =
  ({ headers }: FastifyRequest): McpHeaders =>
  (name) => {
    const value = PROTOCOL_HEADERS.has(name) ? headers[name] : undefined;
    return typeof value === 'string' ? value : null;
  };

/** The answer tells a client how to sign in; a fault of the body is told in the form of the protocol. */
function answerError(deps: ResolvedDeps, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const fault = publicError(error instanceof ApiError ? signInFirst(error) : error, request);
  const { code, status, message, fields } = fault;
  deps.metrics.errors[code].add();
  if (request.access !== null && status === 400) {
    const data = { error: code, fields, requestId: request.id };
    void reply.code(400).send(protocolError(PARSE_ERROR, message, data));
    return;
  }
  if (status === 401) reply.header('www-authenticate', challenge(deps.mcpUrl(), isPresented(request)));
  sendError(fault, request, reply);
}

/** Says how to sign in here, where the error says no more than that a key is missing or wrong. */
function signInFirst(error: ApiError): ApiError {
  const isPlain = error.code === 'unauthorized' && error.message === ERRORS.unauthorized.message;
  return isPlain ? new ApiError('unauthorized', { message: SIGN_IN }) : error;
}

function isPresented({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-svc-key'] !== undefined;
}

/** RFC 6750, with the address of the metadata (RFC 9728). */
function challenge(mcpUrl: string, isRefused: boolean): string {
  const scopes = MCP_SCOPES.join(' ');
  const parts = [`realm="${mcpUrl}"`, `resource_metadata="${resourceMetadataUrl(mcpUrl)}"`, `scope="${scopes}"`];
  if (isRefused) parts.push('error="invalid_token"');
  return `Bearer ${parts.join(', ')}`;
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

function protocolError(code: number, message: string, data?: object) {
  return { jsonrpc: '2.0', id: null, error: { code, message, ...(data !== undefined && { data }) } };
}

const NOT_ALLOWED = protocolError(
  -32_000,
  'Method not allowed: this server has no sessions and no streams; send POST.',
);
const TOO_LONG = protocolError(INVALID_REQUEST, `A batch has at most ${BATCH_MESSAGES_MAX} messages.`);
