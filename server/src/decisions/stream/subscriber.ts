// SPDX-License-Identifier: Apache-2.0
/** One open stream: what it is written to, and whose it is. */
import type { Role } from '@svc/contract';
import { UNREAD_BYTES_MAX } from './limits.ts';

/** The connection of a reader. */
export interface StreamSink {
  write(text: string): void;
  /** Bytes that were written and not yet taken. */
  unreadBytes(): number;
  /** Writes the last message, and ends the connection soon, however slow its reader is. */
  end(text: string): void;
}

export interface Viewer {
  sessionId: string;
  accountId: string;
  /** Whose streams it counts with. */
  countedAs: string;
  organizationId: string;
  role: Role;
}

/** `session`: its session ended, or its person has other rights now. `resume`: ask again, with the last id. */
export type EndReason = 'session' | 'resume';

export class Subscriber {
  readonly viewer: Viewer;
  readonly #sink: StreamSink;
  readonly #onEnd: () => void;
  /** Messages that came while an earlier part is still read; null once it is written. */
  #queue: string[] | null = [];
  #queuedCharacters = 0;
  #isEnded = false;

  constructor(viewer: Viewer, sink: StreamSink, onEnd: () => void) {
    this.viewer = viewer;
    this.#sink = sink;
    this.#onEnd = onEnd;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** A message of the feed. */
  send(text: string): void {
    if (this.#queue === null) {
      this.writeNow(text);
      return;
    }
    this.#queue.push(text);
    this.#queuedCharacters += text.length;
    // The earlier part takes longer to read than news take to come.
    if (this.#queuedCharacters > UNREAD_BYTES_MAX) this.end('resume');
  }

  /** Before the queued messages. */
  writeNow(text: string): void {
    if (this.#isEnded) return;
    this.#sink.write(text);
    if (this.#sink.unreadBytes() > UNREAD_BYTES_MAX) this.end('resume');
  }

  /** From now on messages are written as they come. */
  startLive(): void {
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const text of queue) this.writeNow(text);
  }

  end(reason: EndReason): void {
    if (this.#isEnded) return;
    this.leave();
    this.#sink.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
  }

  /** Its connection has gone. */
  leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#queue = null;
    this.#onEnd();
  }
}
