// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of LangChain.js. A guarded tool is the same tool, except that it asks before it runs, so every way to
 * call it is guarded. It imports nothing of the framework; LangGraph's `interrupt` is passed in.
 */
import type { SvcClient } from '../client.ts';
import type { MaybeDegraded } from '../decisions/index.ts';
import { callGuard, type GuardSettings } from '../tools/index.ts';
import type { Decision, EventRequest } from '../wire.ts';

/** The value that LangGraph gives to the person who resumes the graph. */
export interface ReviewInterrupt {
  readonly type: 'svc_review';
  readonly eventId: string;
  readonly tool: string;
  readonly reasons: readonly string[];
  readonly expiresAt: string | null;
}

export interface LangChainSettings extends GuardSettings {
  /**
   * `interrupt` of `@langchain/langgraph`: a REVIEW pauses the graph. After any resume value, the tool runs only when
   * the review was approved.
   */
  interrupt?: (value: ReviewInterrupt) => unknown;
}

interface LangChainTool {
  readonly name: string;
  readonly responseFormat?: string | undefined;
}

type Call = (input: unknown, runManager: unknown, config: CallConfig | undefined) => unknown;

interface CallConfig {
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The call of the model, where there is one. */
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
}

/**
 * Guards the tool. The session is LangGraph's `thread_id` where the settings name none and there is one.
 * @param describe the action of a call, from its parsed input
 * @throws TypeError when it is no tool of LangChain
 */
export function guardTool<Tool extends LangChainTool, Input = unknown>(
  client: SvcClient,
  tool: Tool,
  describe: (input: Input) => EventRequest,
  settings: LangChainSettings = {},
): Tool {
  // Every way to call a tool ends here, after its input was parsed.
  const call = (tool as { _call?: Call })._call;
  if (typeof call !== 'function') throw new TypeError(`${tool.name} is no tool of LangChain.js.`);
  const { interrupt } = settings;
  const guardAlone = callGuard(client, settings);
  async function guardedCall(
    this: unknown,
    input: unknown,
    runManager: unknown,
    config: CallConfig | undefined,
  ): Promise<unknown> {
    const thread = config?.configurable?.thread_id;
    const isThread = settings.session === undefined && typeof thread === 'string';
    const guard = isThread ? callGuard(client, { ...settings, session: thread }) : guardAlone;
    const signal = config?.signal;
    const toolCall = { tool: tool.name, id: config?.toolCall?.id, input, action: describe(input as Input), signal };
    if (interrupt !== undefined) {
      const decision = await guard.ask(toolCall);
      if (decision.finalDecision === 'REVIEW') interrupt(reviewOf(tool.name, decision));
    }
    // A resumed graph asks again: the outcome of the review counts. It has paused already, so it does not wait.
    return await guard.run(
      toolCall,
      () => call?.call(this, input, runManager, config),
      (refusal) => (tool.responseFormat === 'content_and_artifact' ? [refusal, null] : refusal),
      interrupt === undefined ? settings.waitMs : 0,
    );
  }
  return Object.create(tool, { _call: { value: guardedCall } }) as Tool;
}

function reviewOf(tool: string, { id, reasons, review }: MaybeDegraded<Decision>): ReviewInterrupt {
  return { type: 'svc_review', eventId: id ?? '', tool, reasons, expiresAt: review?.expiresAt ?? null };
}
