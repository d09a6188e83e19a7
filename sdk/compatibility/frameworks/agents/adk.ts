// SPDX-License-Identifier: Apache-2.0
/** Agents of the Google ADK. */
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, type LlmRequest, SecurityPlugin } from '@google/adk';
import { guardTools } from '@svc/sdk/adk';
import { z } from 'zod';
import { ACTIONS, CALL_ID, type FrameworkAgent, type Given, INPUT, type ToolName } from './agent.ts';

const parameters = z.object({ count: z.number() });
const USER = { userId: 'user', appName: 'app' };
const CONFIRMATION = 'adk_request_confirmation';

export class PlayedModel extends BaseLlm {
  readonly #name: string;
  readonly #seen: unknown[];
  constructor(name: string, seen: unknown[] = []) {
    super({ model: 'played' });
    this.#name = name;
    this.#seen = seen;
  }
  async *generateContentAsync({ contents }: LlmRequest) {
    this.#seen.push(structuredClone(contents));
    const wasCalled = contents.at(-1)?.parts?.some((part) => part.functionResponse !== undefined) ?? false;
    const call = { functionCall: { id: CALL_ID, name: this.#name, args: { ...INPUT } } };
    // After a plugin's fault the framework asks again.
    const isDone = wasCalled || this.#seen.length > 1;
    yield { content: { role: 'model', parts: [isDone ? { text: 'done' } : call] } };
  }
  async connect(): Promise<never> {
    throw new Error('There is no connection.');
  }
}

export function agentOf({ svc, session, run, onDecision }: Given): FrameworkAgent {
  const names = ['read', 'remove', 'send', 'fail', 'clock'] as const;
  const own = names.map((name) => new FunctionTool({ name, description: name, parameters, execute: () => run(name) }));
  const seen: unknown[] = [];
  const { tools, policyEngine } = guardTools(svc, own, { ...ACTIONS, clock: false }, { onDecision });
  const runners = new Map<ToolName, InMemoryRunner>();
  const runnerFor = async (name: ToolName) => {
    const known = runners.get(name);
    if (known !== undefined) return known;
    const agent = new LlmAgent({ name: 'agent', model: new PlayedModel(name, seen), tools });
    const plugins = [new SecurityPlugin({ policyEngine })];
    const runner = new InMemoryRunner({ agent, appName: USER.appName, plugins });
    await runner.sessionService.createSession({ ...USER, sessionId: session });
    runners.set(name, runner);
    return runner;
  };
  async function turn(name: ToolName, parts: object[]) {
    const runner = await runnerFor(name);
    let paused: unknown = null;
    const newMessage = { role: 'user', parts };
    for await (const event of runner.runAsync({ userId: USER.userId, sessionId: session, newMessage })) {
      for (const { functionCall } of event.content?.parts ?? []) {
        if (functionCall?.name === CONFIRMATION) paused = { name, id: functionCall.id };
      }
    }
    return { paused, told: JSON.stringify(seen.at(-1)) };
  }
  return {
    call: (name) => turn(name, [{ text: 'Go' }]),
    resume(paused) {
      const { name, id } = paused as { name: ToolName; id: string };
      return turn(name, [{ functionResponse: { id, name: CONFIRMATION, response: { confirmed: true } } }]);
    },
  };
}
