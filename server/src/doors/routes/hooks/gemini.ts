// SPDX-License-Identifier: Apache-2.0
/** Gemini CLI: a `decision` in answer to BeforeTool and AfterTool. */
import { type Harness, textOf } from './harness.ts';

export const GEMINI: Harness = {
  door: 'GEMINI',
  read(body) {
    const { hook_event_name: event, session_id: session, tool_name: tool, tool_input: input, tool_response } = body;
    const call = { tool, input, callId: null, session: textOf(session) };
    if (event === 'BeforeTool') return { ...call, phase: 'BEFORE' };
    if (event !== 'AfterTool') return null;
    const { error = null } = (tool_response ?? {}) as { error?: unknown };
    return { ...call, phase: 'AFTER', status: error === null ? 'SUCCEEDED' : 'FAILED', result: tool_response };
  },
  pass: () => ({}),
  deny: (reason) => ({ decision: 'deny', reason }),
  hide: (text, reason) => ({ decision: 'deny', reason: `${reason}\n${text}` }),
};
