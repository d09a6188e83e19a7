// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the function tools of the OpenAI Agents SDK, before its `tool()` makes them. A REVIEW interrupts the run. It
 * imports nothing of the framework.
 */
import type { SvcClient } from '../client.ts';
import { refusalMessage } from '../tools/index.ts';
import { type ParsedOf, parsedBy } from '../tools/schema.ts';
import { type SessionSettings, sessionGuards } from '../tools/session.ts';
import type { EventRequest } from '../wire.ts';

interface RunContext<Context> {
  readonly context: Context;
}

interface CallDetails {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

/** Methods: the framework's own types of their parameters are narrower and fit. */
interface FunctionTool<Schema> {
  readonly name: string;
  readonly parameters: Schema;
  execute(input: ParsedOf<Schema>, context?: RunContext<unknown>, details?: CallDetails): unknown;
  readonly needsApproval?: boolean | Approval<Schema>['needs'];
  readonly inputGuardrails?: readonly object[];
}

interface Approval<Schema> {
  needs(context: RunContext<unknown>, input: ParsedOf<Schema>, callId?: string): Promise<boolean>;
}

type Behaviour = { type: 'allow' } | { type: 'rejectContent'; message: string };

interface GuardrailData {
  readonly context: RunContext<unknown>;
  readonly toolCall: { readonly callId: string; readonly arguments: string };
}

interface InputGuardrail {
  type: 'tool_input';
  name: string;
  run(data: GuardrailData): Promise<{ behavior: Behaviour }>;
}

interface Guarded {
  needsApproval(context: unknown, input: unknown, callId?: string): Promise<boolean>;
  inputGuardrails: InputGuardrail[];
}

/**
 * `tool(guardTool(svc, { name, description, parameters, execute }, describe))`. A REVIEW needs the approval of the
 * user, which permits nothing: before it runs, the guardrail and the tool ask svc again.
 * @param describe the action of a call, from its parsed input
 */
export function guardTool<Schema, Options extends object, Context = unknown>(
  client: SvcClient,
  options: Options & FunctionTool<Schema>,
  describe: (input: ParsedOf<Schema>) => EventRequest,
  settings: SessionSettings<Context> = {},
): Options & Guarded & { name: string; parameters: Schema } {
  const { name, parameters, needsApproval: needsTheirs = false } = options;
  const guardFor = sessionGuards(client, settings, 'openai-agents');
  const callOf = (input: unknown, id: string | undefined) => ({
    tool: name,
    id,
    input,
    action: describe(input as ParsedOf<Schema>),
  });
  return {
    ...options,
    async needsApproval(context: RunContext<Context>, input: ParsedOf<Schema>, callId?: string) {
      const { finalDecision } = await guardFor(context.context).ask(callOf(input, callId));
      if (finalDecision === 'REVIEW') return true;
      return typeof needsTheirs === 'function' ? await needsTheirs(context, input, callId) : needsTheirs;
    },
    inputGuardrails: [
      {
        type: 'tool_input',
        name: 'svc',
        async run({ context, toolCall }: GuardrailData): Promise<{ behavior: Behaviour }> {
          const input = await parsedBy(parameters, JSON.parse(toolCall.arguments));
          const decision = await guardFor(context.context as Context).ask(callOf(input, toolCall.callId));
          if (decision.finalDecision === 'ALLOW') return { behavior: { type: 'allow' } };
          return { behavior: { type: 'rejectContent', message: refusalMessage(decision) } };
        },
      },
      ...(options.inputGuardrails ?? []),
    ],
    async execute(input: ParsedOf<Schema>, context?: RunContext<Context>, details: CallDetails = {}) {
      const call = { ...callOf(input, details.toolCall?.callId), signal: details.signal };
      return await guardFor(context?.context as Context).run(
        call,
        () => options.execute(input, context, details),
        (refusal) => refusal,
      );
    },
  } as never;
}
