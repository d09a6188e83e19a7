// SPDX-License-Identifier: Apache-2.0
/**
 * The windows of one browser share a stream: browsers open few connections to one server, and each window needs some
 * for its own calls. One window reads and tells the others; when it closes, another goes on from the same place.
 */

import type { StreamMessage } from './read-stream.ts';
import type { LiveState } from './state.ts';

const NAME = 'svc-live';

export type Told =
  | { kind: 'message'; message: StreamMessage }
  /** With the position up to which the reading window has told everything. */
  | { kind: 'status'; status: LiveState['status']; at: string | null }
  | { kind: 'id'; id: string }
  /** A new window asks how things stand. */
  | { kind: 'ask' };

export interface Windows {
  tell(told: Told): void;
  close(): void;
}

export function joinWindows(onTold: (told: Told) => void): Windows {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Told>) => onTold(data);
  return { tell: (told) => channel.postMessage(told), close: () => channel.close() };
}

/** Runs `read` in one window at a time. Where the browser has no locks, each window reads for itself. */
export async function inOneWindow(signal: AbortSignal, read: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return await read();
  await navigator.locks.request(NAME, { signal }, read).catch(() => undefined);
}
