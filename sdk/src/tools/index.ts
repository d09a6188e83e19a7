// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the common part of all agent frameworks. A tool call is decided once, and redeemed before it runs.
 * Otherwise it tells the model the reason, in words that do not invite another try. It refuses to know any framework.
 */
import type { SvcClient } from '../client.ts';
import type { CountRecords } from '../decisions/index.ts';
import type { EventRequest } from '../wire.ts';
import { callGuard, type GuardSettings } from './call-guard.ts';

export {
  type CallGuard,
  callGuard,
  checkWait,
  type GuardSettings,
  type ToolCall,
} from './call-guard.ts';
export { refusalMessage } from './refusal.ts';

export interface WrapSettings<Output = unknown> extends Omit<GuardSettings, 'recordsAffected'> {
  /** The name of the tool; by default the name of the function. */
  tool?: string;
  /** How many records a result affected, for the report of the outcome. */
  recordsAffected?: CountRecords<Output>;
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
  settings: WrapSettings<Output> = {},
): (input: Input, call?: { signal?: AbortSignal; id?: string }) => Promise<Output | string> {
  const guard = callGuard(client, settings as GuardSettings);
  const tool = settings.tool ?? run.name;
  return async (input, { signal, id } = {}) =>
    await guard.run(
      { tool, id, input, action: describe(input), signal },
      () => run(input),
      (refusal) => refusal,
    );
}
