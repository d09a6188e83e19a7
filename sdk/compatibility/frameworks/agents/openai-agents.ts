// SPDX-License-Identifier: Apache-2.0
/** Agents of the OpenAI Agents SDK. */
import { Agent, type Model, RunState, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { guardTool } from '@svc/sdk/openai-agents';
import { z } from 'zod';
import { ACTIONS, CALL_ID, type FrameworkAgent, type Given, INPUT, type ToolName } from './agent.ts';

setTracingDisabled(true);

const parameters = z.object({ count: z.number() });

type ModelRequest = Parameters<Model['getResponse']>[0];

export function modelCalling(name: string, seen: ModelRequest[] = []): Model {
  return {
    async getResponse(request) {
      seen.push(request);
      const last = typeof request.input === 'string' ? undefined : request.input.at(-1);
      const isDone = last?.type === 'function_call_result';
      return {
        usage: new Usage(),
        output: isDone
          ? [
              {
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: 'done' }],
              },
            ]
          : [{ type: 'function_call', callId: CALL_ID, name, arguments: JSON.stringify(INPUT), status: 'completed' }],
      };
    },
    async *getStreamedResponse() {},
  };
}

export function agentOf({ svc, session, run: execute, onDecision }: Given): FrameworkAgent {
  const settings = { session: ({ chat }: { chat: string }) => chat, onDecision };
  const toolOf = <Name extends Exclude<ToolName, 'clock'>>(name: Name) =>
    tool(
      guardTool(svc, { name, description: name, parameters, execute: () => execute(name) }, ACTIONS[name], settings),
    );
  const tools = [toolOf('read'), toolOf('remove'), toolOf('send'), toolOf('fail')];
  const seen: ModelRequest[] = [];
  const agentFor = (name: ToolName) => new Agent({ name: 'agent', model: modelCalling(name, seen), tools });
  const turnOf = (
    name: ToolName,
    { interruptions, state }: { interruptions?: unknown[]; state: { toString(): string } },
  ) => ({
    paused: (interruptions?.length ?? 0) === 0 ? null : { name, text: state.toString() },
    told: JSON.stringify(seen.at(-1)?.input),
  });
  return {
    async call(name) {
      return turnOf(name, await run(agentFor(name), 'Go', { context: { chat: session } }));
    },
    async resume(paused) {
      const { name, text } = paused as { name: ToolName; text: string };
      const agent = agentFor(name);
      const state = await RunState.fromString(agent, text);
      for (const item of state.getInterruptions()) state.approve(item);
      return turnOf(name, await run(agent, state));
    },
  };
}
