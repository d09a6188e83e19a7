// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of LangChain.js, and the middleware of its agents. A guarded tool is the same tool, except that it
 * asks before it runs. It imports nothing of the framework; LangGraph's `interrupt` is passed in.
 */
import type { SvcClient } from '../client.ts';
import type { MaybeDegraded } from '../decisions/index.ts';
import { type Descriptions, descriptionOf, unknownTool } from '../tools/descriptions.ts';
import { type CallGuard, callGuard, type GuardSettings, type ToolCall } from '../tools/index.ts';
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
  const guardFor = guardsByThread(client, settings);
  async function guardedCall(
    this: unknown,
    input: unknown,
    runManager: unknown,
    config: CallConfig | undefined,
  ): Promise<unknown> {
    const { signal, toolCall, configurable } = config ?? {};
    return await runPausing(
      guardFor(configurable?.thread_id),
      { tool: tool.name, id: toolCall?.id, input, action: describe(input as Input), signal },
      settings,
      () => call?.call(this, input, runManager, config),
      (refusal) => (tool.responseFormat === 'content_and_artifact' ? [refusal, null] : refusal),
    );
  }
  return Object.create(tool, { _call: { value: guardedCall } }) as Tool;
}

interface ToolCallRequest {
  readonly toolCall: { readonly name: string; readonly args: unknown; readonly id?: string | undefined };
  readonly runtime?: Pick<CallConfig, 'configurable' | 'signal'> | undefined;
}

export interface MiddlewareSettings<Message> extends LangChainSettings {
  /** `ToolMessage` of `langchain`: what the model reads instead of a result. */
  ToolMessage: new (fields: {
    content: string;
    tool_call_id: string;
    name: string;
    status: 'error';
  }) => Message;
}

/**
 * `createMiddleware(svcMiddleware(svc, descriptions, { interrupt, ToolMessage }))` guards each call of an agent's
 * tools. A graph that is resumed runs the call again from its start, and asks again.
 * @param descriptions by the name of the tool, from the arguments as the model gave them; a call of no other tool runs
 */
export function svcMiddleware<Message>(
  client: SvcClient,
  descriptions: Descriptions,
  settings: MiddlewareSettings<Message>,
) {
  const guardFor = guardsByThread(client, settings);
  return {
    name: 'svc',
    async wrapToolCall<Request extends ToolCallRequest, Result>(
      request: Request,
      handler: (request: Request) => Result | Promise<Result>,
    ): Promise<Result | Message> {
      const { toolCall, runtime } = request;
      const { name, args: input, id } = toolCall;
      const refuse = (content: string) =>
        new settings.ToolMessage({ content, tool_call_id: id ?? '', name, status: 'error' });
      if (!Object.hasOwn(descriptions, name)) return refuse(unknownTool(name));
      const describe = descriptionOf(descriptions, name);
      if (describe === false) return await handler(request);
      return await runPausing(
        guardFor(runtime?.configurable?.thread_id),
        { tool: name, id, input, action: describe(input), signal: runtime?.signal },
        settings,
        () => handler(request),
        refuse,
      );
    },
  };
}

/** The guard of the settings' session, else of the thread where there is one. */
function guardsByThread(client: SvcClient, settings: LangChainSettings): (thread: unknown) => CallGuard {
  const alone = callGuard(client, settings, 'langchain');
  return (thread) => {
    const isThread = settings.session === undefined && typeof thread === 'string';
    return isThread ? callGuard(client, { ...settings, session: thread }, 'langchain') : alone;
  };
}

async function runPausing<Result, Refused>(
  guard: CallGuard,
  call: ToolCall,
  { interrupt, waitMs }: LangChainSettings,
  run: () => Result | Promise<Result>,
  refuse: (refusal: string) => Refused,
): Promise<Result | Refused> {
  if (interrupt !== undefined) {
    const decision = await guard.ask(call);
    if (decision.finalDecision === 'REVIEW') interrupt(reviewOf(call.tool, decision));
  }
  // A resumed graph asks again: the outcome of the review counts. It has paused already, so it does not wait.
  return await guard.run(call, run, refuse, interrupt === undefined ? waitMs : 0);
}

function reviewOf(tool: string, { id, reasons, review }: MaybeDegraded<Decision>): ReviewInterrupt {
  return { type: 'svc_review', eventId: id ?? '', tool, reasons, expiresAt: review?.expiresAt ?? null };
}
