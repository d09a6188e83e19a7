// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of the Google Agent Development Kit (`@google/adk`), and a policy engine for its `SecurityPlugin`. The
 * engine confirms a REVIEW; the tools ask again and redeem. It imports nothing of the framework.
 */
import type { SvcClient } from '../client.ts';
import { type Descriptions, descriptionOf } from '../tools/descriptions.ts';
import { type CallGuard, refusalMessage } from '../tools/index.ts';
import { type SessionSettings, sessionGuards } from '../tools/session.ts';

interface RunRequest {
  readonly args: Record<string, unknown>;
  readonly toolContext?: { readonly functionCallId?: string };
}

interface AdkTool {
  readonly name: string;
  /** `never`: the request has the framework's own context. */
  runAsync(request: never): Promise<unknown>;
}

interface Session {
  readonly appName: string;
  readonly userId: string;
  readonly id: string;
}

interface PolicyEngine {
  evaluate(call: {
    readonly tool: { readonly name: string };
    readonly toolArgs: Record<string, unknown>;
  }): Promise<{ outcome: 'ALLOW' | 'CONFIRM' | 'DENY'; reason: string }>;
}

export interface GuardedTools<Tool> {
  /** For `tools` of an agent: a set that makes the guarded tools for the session of each run. */
  readonly tools: Tool[];
  /** For `new SecurityPlugin({ policyEngine })`. */
  readonly policyEngine: PolicyEngine;
}

/**
 * Guards the tools, each of which asks before it runs.
 * @param descriptions by the name of the tool; false for one that needs no decision, such as `transfer_to_agent`
 * @throws TypeError when a tool has no description, or asks for a confirmation by itself
 */
export function guardTools<Tool extends AdkTool>(
  client: SvcClient,
  tools: readonly Tool[],
  descriptions: Descriptions,
  settings: Omit<SessionSettings<Session | undefined>, 'session'> = {},
): GuardedTools<Tool> {
  for (const tool of tools) {
    const hasDescription = descriptionOf(descriptions, tool.name) !== false;
    const { requireConfirmation = false } = tool as { readonly requireConfirmation?: unknown };
    // It would ask after the call was redeemed.
    if (hasDescription && requireConfirmation !== false) throw new TypeError(`${tool.name} has requireConfirmation.`);
  }
  const guardFor = sessionGuards<Session | undefined>(client, { ...settings, session: sessionName }, 'adk');
  /** The guard of each tool that was handed out. */
  const guards = new WeakMap<object, CallGuard>();

  const guardedTool = (tool: Tool, guard: CallGuard): Tool => {
    const describe = descriptionOf(descriptions, tool.name);
    if (describe === false) return tool;
    const runAsync = async (request: RunRequest) => {
      const { args: input, toolContext } = request;
      return await guard.run(
        { tool: tool.name, id: toolContext?.functionCallId, input, action: describe(input) },
        () => tool.runAsync(request as never),
        (refusal) => ({ error: refusal }),
      );
    };
    // Version 2 resumes no call whose tool denies that it may need a confirmation.
    const checkRequireConfirmation = async () => true;
    const changes = { runAsync, checkRequireConfirmation };
    const guarded = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, changes) as Tool;
    guards.set(guarded, guard);
    return guarded;
  };

  const toolset = {
    async getTools(context?: { readonly invocationContext?: { readonly session?: Session } }) {
      const guard = guardFor(context?.invocationContext?.session);
      return tools.map((tool) => guardedTool(tool, guard));
    },
    async processLlmRequest() {},
    async close() {},
  };
  return {
    tools: [toolset as unknown as Tool],
    policyEngine: {
      async evaluate({ tool, toolArgs }) {
        const describe = descriptionOf(descriptions, tool.name);
        if (describe === false) return { outcome: 'ALLOW', reason: 'It needs no decision.' };
        const guard = guards.get(tool);
        // The plugin lets a second call of a denied id through. Nothing runs after a throw, and nothing is remembered.
        if (guard === undefined) throw new TypeError(`${tool.name} is not guarded: give the agent the tools of svc.`);
        const decision = await guard.ask({ tool: tool.name, input: toolArgs, action: describe(toolArgs) });
        if (decision.finalDecision === 'ALLOW') return { outcome: 'ALLOW', reason: decision.reasons.join(' ') };
        return { outcome: decision.finalDecision === 'REVIEW' ? 'CONFIRM' : 'DENY', reason: refusalMessage(decision) };
      },
    },
  };
}

/** The id of a session is one of its user in an app. In this form it names no session to people. */
function sessionName(session: Session | undefined): string {
  if (session === undefined) throw new TypeError('Nothing tells the session of the tools.');
  const { appName, userId, id } = session;
  return JSON.stringify([appName, userId, id]);
}
