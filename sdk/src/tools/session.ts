// SPDX-License-Identifier: Apache-2.0
/** Tools that live longer than a conversation: one guard for each, whose calls are no calls of another. */
import type { SvcClient } from '../client.ts';
import { type CallGuard, callGuard, type GuardSettings } from './call-guard.ts';

export interface SessionSettings<Context> extends Omit<GuardSettings, 'session' | 'waitMs'> {
  /** The conversation, or how to tell it from the context of a call. Random by default. */
  session?: string | ((context: Context) => string);
}

/** The guard of a call's conversation. It does not wait for a person: the framework pauses the run instead. */
export function sessionGuards<Context>(
  client: SvcClient,
  { session, ...settings }: SessionSettings<Context>,
  door: string,
): (context: Context) => CallGuard {
  const given = { ...settings, waitMs: 0 };
  if (typeof session === 'function')
    return (context) => callGuard(client, { ...given, session: session(context) }, door);
  const guard = callGuard(client, { ...given, ...(session !== undefined && { session }) }, door);
  return () => guard;
}
