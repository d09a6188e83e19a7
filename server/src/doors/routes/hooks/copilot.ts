// SPDX-License-Identifier: Apache-2.0
/**
 * GitHub Copilot CLI. Hooks with names such as `preToolUse` speak its own words at the top level; those with names such
 * as `PreToolUse` speak Claude Code's. An answer in the other's words lets the tool run.
 */
import { denyClaude, readClaude } from './claude-code.ts';
import { type Harness, type HookBody, textOf } from './harness.ts';

const isClaude = ({ hook_event_name: event }: HookBody) => event !== undefined;

export const COPILOT: Harness = {
  door: 'COPILOT',
  read(body) {
    if (isClaude(body)) return readClaude(body);
    const { sessionId, toolName: tool, toolArgs, toolResult: result } = body;
    if (tool === undefined) return null;
    const call = { tool, input: argumentsOf(toolArgs), callId: null, session: textOf(sessionId) };
    if (result === undefined || result === null) return { ...call, phase: 'BEFORE' };
    const { resultType, textResultForLlm } = result as HookBody;
    return {
      ...call,
      phase: 'AFTER',
      status: resultType === 'success' ? 'SUCCEEDED' : 'FAILED',
      result: textResultForLlm,
    };
  },
  pass: () => ({}),
  // An unreadable body does not tell which words are meant.
  deny(reason, body) {
    const own = { permissionDecision: 'deny', permissionDecisionReason: reason };
    if (isClaude(body)) return denyClaude(reason);
    return Object.keys(body).length === 0 ? { ...own, ...denyClaude(reason) } : own;
  },
};

/** Some versions send the arguments as JSON text. */
function argumentsOf(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}
