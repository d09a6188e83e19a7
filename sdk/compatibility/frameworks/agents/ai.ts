// SPDX-License-Identifier: Apache-2.0
/** Agents of the AI SDK. */
import { guardTools } from '@svc/sdk/ai';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { ACTIONS, CALL_ID, type FrameworkAgent, type Given, INPUT, type ToolName } from './agent.ts';

const inputSchema = z.object({ count: z.number() });
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export function modelCalling(toolName: string) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool';
      return {
        warnings: [],
        usage: USAGE,
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        content: isDone
          ? [{ type: 'text', text: 'done' }]
          : [{ type: 'tool-call', toolCallId: CALL_ID, toolName, input: JSON.stringify(INPUT) }],
      };
    },
  });
}

const isRequest = (part: object): part is { readonly approvalId: string } =>
  'type' in part && part.type === 'tool-approval-request' && !('isAutomatic' in part && part.isAutomatic === true);

function guardedOf({ svc, session, run, onDecision }: Given) {
  const toolOf = (name: ToolName) => tool({ inputSchema, execute: () => run(name) });
  return guardTools(
    svc,
    {
      read: toolOf('read'),
      remove: toolOf('remove'),
      send: toolOf('send'),
      fail: toolOf('fail'),
      clock: toolOf('clock'),
    },
    { ...ACTIONS, clock: false },
    { session, waitMs: 0, onDecision },
  );
}

type Guarded = ReturnType<typeof guardedOf>;

interface Call {
  readonly model: MockLanguageModelV4;
  readonly messages: ModelMessage[];
  readonly stopWhen: ReturnType<typeof isStepCount>;
}
interface Generated {
  readonly content: readonly object[];
  readonly response: { readonly messages: ModelMessage[] };
}

export function agentOf(given: Given): FrameworkAgent {
  return agentWith(given, ({ tools, toolApproval }, call) => generateText({ ...call, tools, toolApproval }));
}

export function agentWith(
  given: Given,
  generate: (guarded: Guarded, call: Call) => Promise<Generated>,
): FrameworkAgent {
  async function ask(name: ToolName, messages: ModelMessage[]) {
    const model = modelCalling(name);
    const result = await generate(guardedOf(given), { model, messages, stopWhen: isStepCount(3) });
    const request = result.content.find(isRequest);
    const response: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved: true }],
    };
    const paused =
      request === undefined ? null : { name, messages: [...messages, ...result.response.messages, response] };
    return { paused: JSON.parse(JSON.stringify(paused)), told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) };
  }
  return {
    call: (name) => ask(name, [{ role: 'user', content: 'Go' }]),
    resume(paused) {
      const { name, messages } = paused as { name: ToolName; messages: ModelMessage[] };
      return ask(name, messages);
    },
  };
}
