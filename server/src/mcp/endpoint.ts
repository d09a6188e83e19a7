/** Answers requests of the protocol, each by itself: there is no session, and every answer is JSON. */
import { rawMember } from '../gateways/index.ts';
import { type ArgumentsAsSent, createMcpServer } from './server.ts';
import type { McpCaller, McpDeps } from './tool-call.ts';
import { answerMessage, type McpAnswer, type McpHeaders } from './transport.ts';

/** Messages of one batch. */
export const BATCH_MESSAGES_MAX = 20;

interface McpRequest {
  headers: McpHeaders;
  /** The body as it was read, and its text. */
  body: unknown;
  text: string;
}

export interface McpEndpoint {
  answer(caller: McpCaller, request: McpRequest): Promise<McpAnswer>;
}

export function createMcpEndpoint(deps: McpDeps): McpEndpoint {
  return {
    async answer(caller, { headers, body, text }) {
      const server = () => createMcpServer(deps, caller, argumentsAsSent(body, text));
      return await answerMessage(server, { headers, body, signal: caller.signal });
    },
  };
}

/** Null for a batch. */
function argumentsAsSent(body: unknown, text: string): ArgumentsAsSent {
  if (Array.isArray(body)) return null;
  const { params } = (body ?? {}) as { params?: { arguments?: unknown } };
  if (typeof params !== 'object' || params === null) return { value: {}, text: '{}' };
  const sent = rawMember(rawMember(text, 'params') ?? '{}', 'arguments');
  return sent === null ? { value: {}, text: '{}' } : { value: params.arguments, text: sent };
}
