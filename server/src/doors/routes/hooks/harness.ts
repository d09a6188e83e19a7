// SPDX-License-Identifier: Apache-2.0
/** One coding assistant, as far as its hooks are concerned. Its file holds its words, and nothing else does. */
import type { Door } from '@svc/contract';

export type HookBody = Readonly<Record<string, unknown>>;

/** A call of a tool, before it runs or after it did. */
export interface HookCall {
  readonly phase: 'BEFORE' | 'AFTER';
  readonly tool: unknown;
  readonly input: unknown;
  readonly callId: string | null;
  readonly session: string | null;
  /** The definition of the tool, and the MCP route whose registered tools it is compared with. */
  readonly definition?: HookBody;
  readonly routeId?: string;
  /** After the call: how it ended, and what the model is to read of it. */
  readonly status?: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';
  readonly result?: unknown;
}

export interface Harness {
  readonly door: Door;
  /** Null for a hook of another event, which the service has nothing to say about. */
  read(body: HookBody): HookCall | null;
  /** Leaves the call to the harness's own rules. */
  pass(body: HookBody): object;
  /** @param body the hook's, as far as it could be read */
  deny(reason: string, body: HookBody): object;
  /** Stops the run until it is resumed, where the harness can. */
  defer?(reason: string): object;
  /**
   * Replaces what the model reads of a result, where the harness can.
   * @param text of the result @param value the same in the form of the result, which some harnesses ask for
   */
  hide?(text: string, reason: string, value: unknown): object;
}

export const isRecord = (value: unknown): value is HookBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
