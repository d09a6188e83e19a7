// SPDX-License-Identifier: Apache-2.0
/** Agents of LangChain, guarded by middleware. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { svcMiddleware } from '@svc/sdk/langchain';
import { createAgent, createMiddleware, ToolMessage, tool } from 'langchain';
import { z } from 'zod';
import { ACTIONS, CALL_ID, type FrameworkAgent, type Given, INPUT, type ToolName } from './agent.ts';

const schema = z.object({ count: z.number() });

export class PlayedModel extends BaseChatModel {
  readonly #name: string;
  readonly #seen: BaseMessage[][];
  constructor(name: string, seen: BaseMessage[][] = []) {
    super({});
    this.#name = name;
    this.#seen = seen;
  }
  _llmType() {
    return 'played';
  }
  override bindTools() {
    return this;
  }
  async _generate(messages: BaseMessage[]) {
    this.#seen.push(messages);
    const isDone = messages.at(-1)?.getType() === 'tool';
    const tool_calls = isDone ? [] : [{ id: CALL_ID, name: this.#name, args: INPUT, type: 'tool_call' as const }];
    return { generations: [{ text: '', message: new AIMessage({ content: isDone ? 'done' : '', tool_calls }) }] };
  }
}

export function agentOf({ svc, session, run, onDecision }: Given): FrameworkAgent {
  const names = ['read', 'remove', 'send', 'fail', 'clock'] as const;
  const tools = names.map((name) => tool(() => run(name), { name, description: name, schema }));
  const settings = { interrupt, ToolMessage, session, onDecision };
  const checkpointer = new MemorySaver();
  const seen: BaseMessage[][] = [];
  const agentFor = (name: ToolName) =>
    createAgent({
      model: new PlayedModel(name, seen),
      tools,
      middleware: [createMiddleware(svcMiddleware(svc, { ...ACTIONS, clock: false }, settings))],
      checkpointer,
    });
  const configurable = { thread_id: session };
  async function turn(name: ToolName, input: unknown, at: object = {}) {
    const agent = agentFor(name);
    const config = { configurable: { ...configurable, ...at } };
    const state = (await agent.invoke(input as never, config)) as { __interrupt__?: unknown[] };
    const isPaused = (state.__interrupt__?.length ?? 0) > 0;
    const { config: saved } = await agent.graph.getState({ configurable });
    return { paused: isPaused ? { name, at: saved.configurable } : null, told: JSON.stringify(seen.at(-1)) };
  }
  return {
    call: (name) => turn(name, { messages: [{ role: 'user', content: 'Go' }] }),
    resume(paused) {
      const { name, at } = paused as { name: ToolName; at: object };
      return turn(name, new Command({ resume: 'approved' }), at);
    },
  };
}
