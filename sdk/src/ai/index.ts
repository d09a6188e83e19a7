// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of the Vercel AI SDK (`ai` 6 and 7): approval before a call, and a second check in the tool itself. It
 * takes tools as they are and imports nothing of the framework.
 */
import type { SvcClient } from '../client.ts';
import { descriptionOf, unknownTool } from '../tools/descriptions.ts';
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

type ApprovalStatus = 'not-applicable' | { type: 'denied'; reason: string } | { type: 'user-approval'; reason: string };

interface CallToApprove {
  readonly toolCall: { readonly toolName: string; readonly input: unknown; readonly toolCallId?: string };
  readonly messages?: readonly unknown[];
}

interface Verdict {
  readonly decision: 'allow' | 'deny' | 'requires-approval';
  readonly reason: string;
}

export interface GuardedTools<Tools> {
  /** The same tools, each of which asks before it runs. */
  readonly tools: Tools;
  /**
   * For `generateText`, `streamText` and agents of `ai` 7. BLOCK denies the call with its reasons, and REVIEW asks for
   * the approval of the user. That approval does not replace the review: a resumed call that still waits is denied.
   */
  readonly toolApproval: (call: CallToApprove) => Promise<ApprovalStatus>;
  /** The same for `@ai-sdk/policy-opa`: `toolApproval: opaPolicy(opa)`. It decides, and the tools redeem. */
  readonly opa: {
    readonly client: { evaluate<Input, Result>(path: string, input: Input): Promise<Result> };
    readonly path: string;
    readonly toInput: (call: CallToApprove) => CallToApprove;
  };
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
  const guard = callGuard(client, settings, 'ai-sdk');
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
  const verdictOf = async ({ toolCall, messages = [] }: CallToApprove): Promise<Verdict> => {
    const { toolName, input, toolCallId: id } = toolCall;
    // The model made up the name, or the tool is not guarded here.
    if (!Object.hasOwn(tools, toolName)) return { decision: 'deny', reason: unknownTool(toolName) };
    const describe = descriptionOf(descriptions, toolName);
    if (describe === false) return { decision: 'allow', reason: 'It needs no decision.' };
    const decision = await guard.ask({ tool: toolName, id, input, action: describe(input) });
    if (decision.finalDecision === 'ALLOW') return { decision: 'allow', reason: decision.reasons.join(' ') };
    const reason = refusalMessage(decision);
    if (decision.finalDecision !== 'REVIEW') return { decision: 'deny', reason };
    // The framework takes a second request for approval as a yes.
    if (isResumed(messages, id)) return { decision: 'deny', reason: `${reason} ${STILL_PENDING}` };
    return { decision: 'requires-approval', reason };
  };
  return {
    tools: Object.fromEntries(guarded) as unknown as Tools,
    async toolApproval(call) {
      const { decision, reason } = await verdictOf(call);
      if (decision === 'allow') return 'not-applicable';
      return decision === 'requires-approval' ? { type: 'user-approval', reason } : { type: 'denied', reason };
    },
    opa: {
      client: { evaluate: async <Result>(_path: string, call: unknown) => (await verdictOf(callOf(call))) as Result },
      path: 'svc',
      toInput: ({ toolCall, messages = [] }) => ({ toolCall, messages }),
    },
  };
}

const STILL_PENDING = 'The review is still pending: an approval in the chat does not replace it.';

/** Whether the user was asked for this very call before. */
function isResumed(messages: readonly unknown[], id: string | undefined): boolean {
  return messages
    .flatMap(partsOf)
    .some(({ type, toolCallId }) => type === 'tool-approval-request' && toolCallId === id);
}

function partsOf(message: unknown): readonly { readonly type?: unknown; readonly toolCallId?: unknown }[] {
  const { content } = message as { readonly content?: unknown };
  return Array.isArray(content) ? content : [];
}

/** @throws TypeError for an input of another form: without the id of the call nothing tells that it was resumed */
function callOf(input: unknown): CallToApprove {
  const call = input as Partial<CallToApprove> | null;
  if (typeof call?.toolCall?.toolCallId === 'string' && Array.isArray(call.messages)) return call as CallToApprove;
  throw new TypeError('Give opaPolicy the `toInput` of svc.');
}

/** A streaming tool answers its parts one after another; the last one is its result. */
async function lastOf(result: unknown): Promise<unknown> {
  const value = await result;
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const part of value as AsyncIterable<unknown>) last = part;
  return last;
}
