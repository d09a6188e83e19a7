// SPDX-License-Identifier: Apache-2.0
/** Lines between the processes of a group, over which drafts go to the home of their organization and outcomes back. */
import { connect, createServer, type Socket } from 'node:net';
import { ApiError } from '../../platform/errors/index.ts';
import { HomeLostError, type RecordOutcome, type SentDraft } from '../../record/recorder/index.ts';
import { readFrames, writeFrame } from './frames.ts';

/** Drafts that wait for one home. Beyond it, callers are told to come back. */
const WAITING_MAX = 10_000;

type Answer = { outcome: RecordOutcome } | { code: 'unavailable' | 'internal_error' };
type Drafts = [id: number, draft: SentDraft][];
type Answers = [id: number, answer: Answer][];

/** Collects what one turn of the event loop sends, for one message. */
function collecting<Item>(send: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  return (item) => {
    items.push(item);
    if (items.length > 1) return;
    setImmediate(() => {
      const all = items;
      items = [];
      send(all);
    });
  };
}

/** The line to one other process. */
export class HomeLine {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve(outcome: RecordOutcome): void; reject(error: Error): void }>();
  readonly #send: (draft: Drafts[number]) => void;
  #lastId = 0;
  #isOpen = false;

  /** @param onOpen called once it can be used; it cannot any more after it was lost */
  constructor(path: string, onOpen: () => void) {
    this.#socket = connect(path, () => {
      this.#isOpen = true;
      onOpen();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#lose());
    // Not held back for an answer: that of one organization may wait for a lock.
    this.#send = collecting((drafts) => {
      if (this.#socket.writable) writeFrame(this.#socket, drafts);
    });
    readFrames(this.#socket, (frame) => {
      for (const [id, answer] of frame as Answers) this.#settle(id, answer);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  record(draft: SentDraft): Promise<RecordOutcome> {
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(new ApiError('unavailable'));
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#send([this.#lastId, draft]);
    });
  }

  /** For a home that is gone: its answers do not come any more. */
  close(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  #settle(id: number, answer: Answer): void {
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    if ('outcome' in answer) one?.resolve(answer.outcome);
    else one?.reject(new ApiError(answer.code));
  }

  #lose(): void {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(new HomeLostError('the home was lost'));
    this.#waiting.clear();
  }
}

export interface OpenHome {
  /** Takes no more drafts. Answers of before still arrive; the senders look up those that do not. */
  close(): Promise<void>;
}

/** Takes the drafts of others. The folder of the socket is for this user alone. */
export async function openHome(path: string, record: (draft: SentDraft) => Promise<RecordOutcome>): Promise<OpenHome> {
  const open = new Set<Socket>();
  let isClosing = false;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    const answer = collecting<Answers[number]>((answers) => {
      if (socket.writable) writeFrame(socket, answers);
    });
    readFrames(socket, (frame) => {
      if (isClosing) return;
      for (const [id, draft] of frame as Drafts) {
        record(draft).then(
          (outcome) => answer([id, { outcome }]),
          (error: unknown) => answer([id, { code: codeOf(error) }]),
        );
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, exclusive: true }, resolve);
  });
  return {
    async close() {
      isClosing = true;
      server.close();
      // Behind the answers of this turn.
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([...open].map((socket) => new Promise<void>((resolve) => socket.end(resolve))));
    },
  };
}

const codeOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'unavailable' ? 'unavailable' : 'internal_error';
