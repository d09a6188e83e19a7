// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the common part of all agent frameworks. A tool call is decided once and runs only when it is allowed. Otherwise
 * it tells the model the reason, in words that do not invite another try. It refuses to know any framework.
 */
import type { SvcClient } from '../client.ts';
import type { MaybeDegraded } from '../decisions/index.ts';
import type { Decision, EventRequest } from '../wire.ts';
import { alternativesText } from './alternatives.ts';
import { callGuard, type GuardSettings } from './call-guard.ts';

export {
  type AskedDecision,
  type CallGuard,
  callGuard,
  checkWait,
  type GuardSettings,
  type ToolCall,
} from './call-guard.ts';
export { type UsedCalls, usedInFolder, usedInMemory } from './used-calls.ts';

/** The text that the model reads instead of a result. */
export function refusalMessage(decision: MaybeDegraded<Decision>): string {
  const { finalDecision, reasons, id } = decision;
  const why = reasons.join(' ');
  const instead = alternativesText(decision);
  if (finalDecision === 'REVIEW') {
    return (
      `Not run: this call waits for a person's review (svc event ${id}). ${why} ` +
      'Do not retry it and do not try another way to the same end. Tell the user that it waits for approval.' +
      instead
    );
  }
  return (
    `Not run: svc decided ${finalDecision}. ${why} ` +
    'Do not retry it and do not try another way to the same end. Tell the user why it was not run.' +
    instead
  );
}

export interface WrapSettings extends GuardSettings {
  /** The name of the tool; by default the name of the function. */
  tool?: string;
}

/**
 * Returns a function for any framework that asks svc before it runs. It answers the result of `run`, or a sentence for
 * the model.
 * @param describe the action of the call, from its input
 */
export function wrapTool<Input, Output>(
  client: SvcClient,
  describe: (input: Input) => EventRequest,
  run: (input: Input) => Output | Promise<Output>,
  settings: WrapSettings = {},
): (input: Input, call?: { signal?: AbortSignal }) => Promise<Output | string> {
  const guard = callGuard(client, settings);
  const tool = settings.tool ?? run.name;
  return async (input, { signal } = {}) => {
    const decision = await guard.settle({ tool, input, action: describe(input), signal });
    return decision.finalDecision === 'ALLOW' ? await run(input) : refusalMessage(decision);
  };
}
