// SPDX-License-Identifier: Apache-2.0
/** Agents of Mastra. */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { RequestContext } from '@mastra/core/request-context';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { guardTool } from '@svc/sdk/mastra';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { ACTIONS, CALL_ID, type FrameworkAgent, type Given, INPUT, type ToolName } from './agent.ts';

const inputSchema = z.object({ count: z.number() });
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export function modelCalling(toolName: string) {
  return new MockLanguageModelV3({
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

export function agentOf({ svc, session, run, onDecision }: Given): FrameworkAgent {
  const settings = { session: ({ chat }: Readonly<Record<string, unknown>>) => String(chat), onDecision };
  const requestContext = new RequestContext([['chat', session]]);
  const toolOf = <Name extends Exclude<ToolName, 'clock'>>(name: Name) =>
    guardTool(
      svc,
      createTool({ id: name, description: name, inputSchema, execute: async () => run(name) }),
      ACTIONS[name],
      settings,
    );
  const tools = { read: toolOf('read'), remove: toolOf('remove'), send: toolOf('send'), fail: toolOf('fail') };
  const storage = new InMemoryStore();
  async function turn(name: ToolName, runId: string | null) {
    const model = modelCalling(name);
    const agent = new Agent({ id: 'agent', name: 'agent', instructions: 'Go', model: model as never, tools });
    new Mastra({ agents: { agent }, storage, logger: false });
    const result = await (runId === null
      ? agent.generate('Go', { requestContext })
      : agent.approveToolCallGenerate({ runId, toolCallId: CALL_ID, requestContext }));
    const isPaused = result.finishReason === 'suspended';
    return {
      paused: isPaused ? { name, runId: result.runId } : null,
      told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt),
    };
  }
  return {
    call: (name) => turn(name, null),
    resume(paused) {
      const { name, runId } = paused as { name: ToolName; runId: string };
      return turn(name, runId);
    },
  };
}
