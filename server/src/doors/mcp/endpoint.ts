// SPDX-License-Identifier: Apache-2.0
/** Answers requests of the protocol, each by itself: there is no session, and every answer is JSON. */
import { type ProtocolFault, plainFault, readMessage } from '@svc/core/mcp-input';
import { rawMember } from '../../decisions/gateways/index.ts';
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
    async answer(caller, { headers, body: sent, text }) {
      const body = readMessage(sent);
      const server = () => createMcpServer(deps, caller, argumentsAsSent(body, text));
      return inPlainWords(await answerMessage(server, { headers, body, signal: caller.signal }));
    },
  };
}

/** @param body as it is read @param text as it came @returns null for a batch */
function argumentsAsSent(body: unknown, text: string): ArgumentsAsSent {
  if (Array.isArray(body)) return null;
  const { params } = (body ?? {}) as { params?: { arguments?: unknown } };
  if (params?.arguments === undefined) return { value: {}, text: '{}' };
  const sent = rawMember(rawMember(text, 'params') ?? '{}', 'arguments') ?? '{}';
  return { value: params.arguments, text: sent.startsWith('"') ? (JSON.parse(sent) as string) : sent };
}

/** Without text of the library's validator. */
function inPlainWords(answer: McpAnswer): McpAnswer {
  if (answer.body === null || !FAULT.test(answer.body)) return answer;
  const told = JSON.parse(answer.body) as Told | Told[];
  return { ...answer, body: JSON.stringify(Array.isArray(told) ? told.map(plainTold) : plainTold(told)) };
}

/** An error stands at the start of an answer; in a batch it may stand anywhere. */
const FAULT = /"error":\{"code":/;

interface Told {
  error?: ProtocolFault;
}

const plainTold = (told: Told): Told => (told.error === undefined ? told : { ...told, error: plainFault(told.error) });
