// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the tools of Mastra (`@mastra/core`). A REVIEW suspends the run by Mastra's own approval. A guarded tool is a
 * copy that asks before it runs. It imports nothing of the framework.
 */
import type { SvcClient } from '../client.ts';
import { parsedBy } from '../tools/schema.ts';
import { type SessionSettings, sessionGuards } from '../tools/session.ts';
import type { EventRequest } from '../wire.ts';

type Fields = Readonly<Record<string, unknown>>;
type Predicate = (input: unknown, context?: { readonly requestContext?: Fields }) => boolean | Promise<boolean>;

interface ExecuteContext {
  readonly requestContext?: { entries(): Iterable<readonly [string, unknown]> };
  readonly agent?: { readonly toolCallId?: string };
  readonly abortSignal?: AbortSignal;
}

interface MastraTool {
  readonly id: string;
  readonly inputSchema?: unknown;
  /** `never`: tools of any input fit. */
  execute?: ((input: never, context: never) => Promise<unknown>) | undefined;
}

/** Newer versions move a function of `requireApproval` to the second field. */
interface Approval {
  readonly requireApproval?: boolean | Predicate;
  readonly needsApprovalFn?: Predicate;
}

type InputOf<Tool extends MastraTool> = Parameters<NonNullable<Tool['execute']>>[0];

/**
 * Guards a tool of `createTool`. A REVIEW requires an approval; `approveToolCall` permits nothing by itself, for the
 * tool asks svc again before it runs.
 * @param describe the action of a call, from its parsed input
 * @throws TypeError when it does not run here
 */
export function guardTool<Tool extends MastraTool>(
  client: SvcClient,
  tool: Tool,
  describe: (input: InputOf<Tool>) => EventRequest,
  settings: SessionSettings<Fields> = {},
): Tool {
  const { id: name, inputSchema, execute } = tool;
  if (execute === undefined) throw new TypeError(`The tool ${name} does not run here: guard it where it runs.`);
  const { requireApproval = false, needsApprovalFn: needsTheirs = requireApproval } = tool as Approval;
  const guardFor = sessionGuards(client, settings, 'mastra');
  const callOf = async (given: unknown, id?: string) => {
    const input = await parsedBy(inputSchema, given);
    return { tool: name, id, input, action: describe(input as InputOf<Tool>) };
  };
  const needsApproval: Predicate = async (input, context = {}) => {
    const { finalDecision } = await guardFor(context.requestContext ?? {}).ask(await callOf(input));
    if (finalDecision === 'REVIEW') return true;
    return typeof needsTheirs === 'function' ? await needsTheirs(input, context) : needsTheirs;
  };
  const changes = {
    requireApproval: needsApproval,
    needsApprovalFn: needsApproval,
    async execute(input: unknown, context: ExecuteContext = {}) {
      const call = { ...(await callOf(input, context.agent?.toolCallId)), signal: context.abortSignal };
      return await guardFor(Object.fromEntries(context.requestContext?.entries() ?? [])).run(
        call,
        () => execute.call(tool, input as never, context as never),
        (refusal) => refusal,
      );
    },
  };
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, changes) as Tool;
}
