// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of the Vercel AI SDK (`ai` 6 and 7): approval before a call, and a second check in the tool itself. It
 * takes tools as they are and imports nothing of the framework.
 */
import type { SvcClient } from '../client.ts';
import { callGuard, type GuardSettings, refusalMessage } from '../tools/index.ts';
import type { EventRequest } from '../wire.ts';

/** `never`: the parameter is contravariant, so tools of any input type fit. */
type AnyTool = { execute?: ((input: never, options: never) => unknown) | undefined };

/** Version 6 types a tool as a union, of which one part has no `execute`: the function is looked at alone. */
type InputOf<Tool> =
  NonNullable<Tool extends { execute?: infer Execute } ? Execute : never> extends (
    input: infer Input,
    ...rest: never[]
  ) => unknown
    ? Input
    : never;

/** For each tool, the action of a call; false for a tool that needs no decision. */
export type ToolDescriptions<Tools> = {
  readonly [Name in keyof Tools]: ((input: InputOf<Tools[Name]>) => EventRequest) | false;
};

type ApprovalStatus = 'not-applicable' | { type: 'denied' | 'user-approval'; reason: string };

interface CallToApprove {
  readonly toolCall: { readonly toolName: string; readonly input: unknown; readonly toolCallId?: string };
}

export interface GuardedTools<Tools> {
  /** The same tools, each of which asks before it runs. */
  readonly tools: Tools;
  /**
   * For `generateText`, `streamText` and agents of `ai` 7. BLOCK denies the call with its reasons, and REVIEW asks for
   * the approval of the user. That approval does not replace the review: the tool asks svc again before it runs.
   */
  readonly toolApproval: (call: CallToApprove) => Promise<ApprovalStatus>;
}

/**
 * `generateText({ model, prompt, ...guardTools(svc, tools, descriptions, { session }) })`.
 * @throws TypeError when a tool has no description, or no `execute` of its own
 */
export function guardTools<Tools extends Record<string, AnyTool>>(
  client: SvcClient,
  tools: Tools,
  descriptions: ToolDescriptions<Tools>,
  settings: GuardSettings = {},
): GuardedTools<Tools> {
  const guard = callGuard(client, settings);
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const describe = descriptionOf(descriptions, name);
    if (describe === false) return [name, tool] as const;
    const { execute } = tool;
    if (execute === undefined) throw new TypeError(`The tool ${name} does not run here: guard it where it runs.`);
    const guardedExecute = async (input: unknown, options: { abortSignal?: AbortSignal; toolCallId?: string }) => {
      const { abortSignal: signal, toolCallId: id } = options ?? {};
      return await guard.run(
        { tool: name, id, input, action: describe(input), signal },
        () => lastOf(execute.call(tool, input as never, options as never)),
        (refusal) => refusal,
      );
    };
    return [name, { ...tool, execute: guardedExecute }] as const;
  });
  return {
    tools: Object.fromEntries(guarded) as unknown as Tools,
    async toolApproval({ toolCall: { toolName, input, toolCallId: id } }) {
      // The model made up the name: the framework refuses it.
      if (!Object.hasOwn(tools, toolName)) return 'not-applicable';
      const describe = descriptionOf(descriptions, toolName);
      if (describe === false) return 'not-applicable';
      const decision = await guard.ask({ tool: toolName, id, input, action: describe(input) });
      if (decision.finalDecision === 'ALLOW') return 'not-applicable';
      const type = decision.finalDecision === 'REVIEW' ? 'user-approval' : 'denied';
      return { type, reason: refusalMessage(decision) };
    },
  };
}

type Describe = (input: unknown) => EventRequest;

function descriptionOf(descriptions: object, name: string): Describe | false {
  const describe: unknown = Object.hasOwn(descriptions, name) ? descriptions[name as never] : undefined;
  if (describe === false || typeof describe === 'function') return describe as Describe | false;
  throw new TypeError(`Say what the tool ${name} does, or false for a tool that needs no decision.`);
}

/** A streaming tool answers its parts one after another; the last one is its result. */
async function lastOf(result: unknown): Promise<unknown> {
  const value = await result;
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const part of value as AsyncIterable<unknown>) last = part;
  return last;
}
