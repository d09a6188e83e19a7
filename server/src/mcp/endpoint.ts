/**
 * Answers requests of the protocol, each by itself: there is no session, and every answer is JSON. A request says by
 * its form which era it belongs to.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { rawMember } from '../gateways/index.ts';
import { type ArgumentsAsSent, createMcpServer } from './server.ts';
import type { McpCaller, McpDeps } from './tool-call.ts';

/** Messages of one batch. */
export const BATCH_MESSAGES_MAX = 20;

interface McpRequest {
  headers: Headers;
  /** The body as it was read, and its text. */
  body: unknown;
  text: string;
}

interface McpAnswer {
  status: number;
  /** Null for an acknowledged notification. */
  body: string | null;
}

export interface McpEndpoint {
  answer(caller: McpCaller, request: McpRequest): Promise<McpAnswer>;
}

export function createMcpEndpoint(deps: McpDeps): McpEndpoint {
  return {
    async answer(caller, { headers, body, text }) {
      if (methodOf(body) === 'subscriptions/listen') return NO_SUBSCRIPTIONS(body);
      // Every answer is one JSON body, whatever a client would rather have.
      headers.set('accept', 'application/json, text/event-stream');
      const request = new Request(deps.mcpUrl(), { method: 'POST', headers, signal: caller.signal });
      const server = () => createMcpServer(deps, caller, argumentsAsSent(body, text));
      const isLegacy = await isLegacyRequest(request, body);
      const response = isLegacy
        ? await answerLegacy(server(), request, body)
        : await answerModern(server, request, body);
      return { status: response.status, body: response.body === null ? null : await response.text() };
    },
  };
}

type ServerOf = () => ReturnType<typeof createMcpServer>;

async function answerModern(server: ServerOf, request: Request, parsedBody: unknown): Promise<Response> {
  const handler = createMcpHandler(server, { legacy: 'reject' });
  try {
    return await handler.fetch(request, { parsedBody });
  } finally {
    await handler.close();
  }
}

async function answerLegacy(server: ReturnType<ServerOf>, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Nothing here changes what a subscription could tell of, and a stream would hold a connection. */
const NO_SUBSCRIPTIONS = (body: unknown): McpAnswer => {
  const { id = null } = body as { id?: unknown };
  const error = { code: -32_601, message: 'Method not found: this server has no subscriptions.' };
  return { status: 404, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
};

function methodOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined;
}

/** Null for a batch. */
function argumentsAsSent(body: unknown, text: string): ArgumentsAsSent {
  if (Array.isArray(body)) return null;
  const { params } = (body ?? {}) as { params?: { arguments?: unknown } };
  if (typeof params !== 'object' || params === null) return { value: {}, text: '{}' };
  const sent = rawMember(rawMember(text, 'params') ?? '{}', 'arguments');
  return sent === null ? { value: {}, text: '{}' } : { value: params.arguments, text: sent };
}
