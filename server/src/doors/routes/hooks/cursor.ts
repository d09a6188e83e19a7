// SPDX-License-Identifier: Apache-2.0
/** Cursor: one hook for each kind of step, each answered with a `permission`. */
import { type Harness, type HookBody, textOf } from './harness.ts';

/** The name and the arguments of the tool that a step is. */
const STEPS: Readonly<Record<string, (body: HookBody) => { tool: unknown; input: unknown }>> = {
  preToolUse: ({ tool_name: tool, tool_input: input }) => ({ tool, input }),
  beforeShellExecution: ({ command, cwd }) => ({ tool: 'Shell', input: { command, cwd } }),
  beforeMCPExecution: ({ tool_name: tool, tool_input: input }) => ({ tool: `MCP:${tool}`, input: parsed(input) }),
  beforeReadFile: ({ file_path: path }) => ({ tool: 'Read', input: { file_path: path } }),
};

export const CURSOR: Harness = {
  door: 'CURSOR',
  read(body) {
    const { hook_event_name: event, conversation_id: session, tool_use_id: id } = body;
    const name = String(event);
    const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
    if (step === undefined) return null;
    return { ...step(body), phase: 'BEFORE', callId: textOf(id), session: textOf(session) };
  },
  // An empty answer is none, and lets the tool run unless the hook fails closed.
  pass: () => ({ permission: 'allow' }),
  deny: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
};

/** The arguments of an MCP tool come as JSON text. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return { input };
  }
}
