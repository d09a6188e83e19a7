// SPDX-License-Identifier: Apache-2.0
/**
 * The transport: each message is answered by itself, in the era that its form says, with one JSON body. It knows no
 * tool and no caller.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { MCP_PROTOCOL_VERSIONS } from '@svc/contract/mcp';

/** The headers that the protocol reads, by their names in lower case; null for one that is not there. */
export type McpHeaders = (name: string) => string | null;

export interface McpMessage {
  headers: McpHeaders;
  /** The body as it was read. */
  body: unknown;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

export interface McpAnswer {
  status: number;
  /** Null for an acknowledged notification. */
  body: string | null;
}

/** Makes the server of one message; the older revisions give it no context. */
type ServerOf = (context?: McpRequestContext) => Server;

export async function answerMessage(server: ServerOf, { headers, body, signal }: McpMessage): Promise<McpAnswer> {
  if (methodOf(body) === 'subscriptions/listen') return NO_SUBSCRIPTIONS(body);
  const version = headers('mcp-protocol-version');
  if (Array.isArray(body) && version === NEWER_ERA) return NO_BATCHES;
  const request = requestOf(headers, signal);
  const isLegacy = plainEraOf(body, version) ?? (await isLegacyRequest(request, body));
  const response = isLegacy ? await answerLegacy(server(), request, body) : await answerModern(server, request, body);
  return { status: response.status, body: response.body === null ? null : await response.text() };
}

/**
 * The era of a request in its plain form, by the rules of the library. The library reads each message twice for this,
 * which is an eighth of the cost of a call.
 * @returns whether it is of the older revisions; null for any other form, which the library looks at
 */
function plainEraOf(body: unknown, version: string | null): boolean | null {
  if (!isObject(body) || !isObject(body.params)) return null;
  const { jsonrpc, id, method, params, ...others } = body;
  const isPlain = jsonrpc === '2.0' && typeof method === 'string' && typeof id === 'number' && Number.isSafeInteger(id);
  if (!isPlain || method === 'initialize' || Object.keys(others).length > 0) return null;
  const { _meta: meta = {} } = params as { _meta?: unknown };
  if (!isObject(meta)) return null;
  if (Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY)) return false;
  return version === null || OLDER_ERA.has(version) ? true : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every answer is one JSON body, whatever a client would rather have. */
const ACCEPTED = 'application/json, text/event-stream';

/**
 * A request as far as the library looks at one whose body is parsed. One of the platform copies headers and follows a
 * signal for its body's sake, which cost a tenth of a call.
 */
function requestOf(headers: McpHeaders, signal: AbortSignal): Request {
  const get = (name: string) => (name === 'accept' ? ACCEPTED : headers(name.toLowerCase()));
  const read: Pick<Request, 'method' | 'signal'> & { headers: Pick<Headers, 'get'> } = {
    method: 'POST',
    headers: { get },
    signal,
  };
  return read as Request;
}

/** The servers of requests that are under way. The library hands its request to the maker of the server. */
const SERVERS = new WeakMap<Request, ServerOf>();
const MODERN = createMcpHandler(
  (context) => {
    const server = context.requestInfo === undefined ? undefined : SERVERS.get(context.requestInfo);
    if (server === undefined) throw new Error('a request of the protocol without a server');
    return server(context);
  },
  { legacy: 'reject' },
);

async function answerModern(server: ServerOf, request: Request, parsedBody: unknown): Promise<Response> {
  SERVERS.set(request, server);
  return await MODERN.fetch(request, { parsedBody });
}

async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** The revision whose messages say themselves which one they are of. It has no batches. */
const NEWER_ERA = '2026-07-28';
const OLDER_ERA: ReadonlySet<string> = new Set(MCP_PROTOCOL_VERSIONS.filter((version) => version !== NEWER_ERA));

const NO_BATCHES: McpAnswer = {
  status: 400,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32_600,
      message: `Invalid request: the revision ${NEWER_ERA} has no batches. Send each message by itself.`,
    },
  }),
};

/** Nothing here changes what a subscription could tell of, and a stream would hold a connection. */
const NO_SUBSCRIPTIONS = (body: unknown): McpAnswer => {
  const { id = null } = body as { id?: unknown };
  const error = { code: -32_601, message: 'Method not found: this server has no subscriptions.' };
  return { status: 404, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
};

function methodOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined;
}
