// SPDX-License-Identifier: Apache-2.0
/** Claude Code: `hookSpecificOutput` in answer to PreToolUse, `updatedToolOutput` in answer to PostToolUse. */
import { type Harness, textOf } from './harness.ts';

const AFTER = new Set<unknown>(['PostToolUse', 'PostToolUseFailure']);

export const readClaude: Harness['read'] = (body) => {
  const { hook_event_name: event, tool_name: tool, tool_input: input, tool_use_id: id, session_id: session } = body;
  const call = { tool, input, callId: textOf(id), session: textOf(session) };
  if (event === 'PreToolUse') return { ...call, phase: 'BEFORE' };
  if (!AFTER.has(event)) return null;
  return {
    ...call,
    phase: 'AFTER',
    status: event === 'PostToolUse' ? 'SUCCEEDED' : 'FAILED',
    result: body.tool_response,
  };
};

export const denyClaude = (reason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
});

export const CLAUDE_CODE: Harness = {
  door: 'CLAUDE_CODE',
  read: readClaude,
  // An `allow` would skip the permission rules of the person: ALLOW only lets them speak.
  pass: () => ({}),
  deny: denyClaude,
  defer: (reason) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer', permissionDecisionReason: reason },
  }),
  // In another form than that of its tool it would be passed over.
  hide: (_text, reason, value) => ({
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: value, additionalContext: reason },
  }),
};
