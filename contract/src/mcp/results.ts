// SPDX-License-Identifier: Apache-2.0
/** Results of tools as models read them: the whole answer as JSON, and what its outcome obliges them to. */
import type { McpToolName } from './tools.ts';

export interface McpToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
  [member: string]: unknown;
}

export interface McpToolError {
  /** A code of the error catalogue, and its HTTP status. */
  error: string;
  status: number;
  message: string;
  fields?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
  requestId?: string;
}

const OBLIGATIONS: Readonly<Record<string, string>> = {
  ALLOW: 'ALLOW: you may run exactly this action, once.',
  REVIEW: 'REVIEW: do not run the action. A person has to approve it: call get_decision with this `id` and `waitMs`.',
  BLOCK: 'BLOCK: do not run the action, and do not try it in another form.',
};
/** For answers without a `finalDecision`. */
const READ_ONLY: Partial<Record<McpToolName, string>> = {
  check_action: 'This is a dry run and permits nothing: call decide_action before you act.',
  list_policies: 'Reading policies permits nothing: call decide_action before you act.',
  test_policies: 'Tests permit nothing: call decide_action before you act.',
  plan_policy_changes: 'This is a plan. Nothing was changed: a person applies it.',
};
const NEVER_ALLOW = 'This is an error, not an ALLOW: do not run the action because of it.';

/** The key of `_meta` under which a tool error stands for programs. */
export const MCP_ERROR_META = 'svc/error';

/** @param answer the body of the operation's success */
export function mcpToolResult(name: McpToolName, answer: Record<string, unknown>): McpToolResult {
  const { finalDecision } = answer;
  const obligation = typeof finalDecision === 'string' ? OBLIGATIONS[finalDecision] : READ_ONLY[name];
  return {
    content: [
      { type: 'text', text: JSON.stringify(answer) },
      { type: 'text', text: obligation ?? NEVER_ALLOW },
    ],
    structuredContent: answer,
  };
}

export function mcpToolError(fault: McpToolError, meta: Record<string, unknown> = {}): McpToolResult {
  const { error, status, message, fields, retryAfterSeconds } = fault;
  const lines = [`${error} (${status}): ${message}`];
  const faults = Object.entries(fields ?? {}).map(([path, sentence]) => `- ${path}: ${sentence}`);
  // One fault stands in the message already.
  if (faults.length > 1) lines.push(...faults);
  if (retryAfterSeconds !== undefined) lines.push(`Try again in ${retryAfterSeconds} s.`);
  lines.push(NEVER_ALLOW);
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: true,
    _meta: { ...meta, [MCP_ERROR_META]: fault },
  };
}
