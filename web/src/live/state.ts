// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the pages are up to date. One stream of news serves all windows of a browser: changed answers are read again.
 * While it is lost, all of them are, every ten seconds.
 */
import { useSyncExternalStore } from 'react';

export interface LiveState {
  /** `starting`: the first connection is on its way, and the page is as new as its own answers. */
  status: 'starting' | 'live' | 'lost';
  /** The last moment at which everything was known: at first that of the page itself. */
  knownUntilMs: number;
}

let state: LiveState = { status: 'starting', knownUntilMs: Date.now() };
const listeners = new Set<() => void>();

export function setLive(status: LiveState['status']): void {
  const knownUntilMs = state.status === 'live' || status === 'live' ? Date.now() : state.knownUntilMs;
  // The moment of the loss stays, however often a new connection fails.
  if (status === 'lost' && state.status === 'lost') return;
  state = { status, knownUntilMs };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLive(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}
