// SPDX-License-Identifier: Apache-2.0
/** Threads that each keep what they were told: a message goes to one of them, and is answered in its turn. */
import { Worker } from 'node:worker_threads';

export interface OrderedThreads<Message, Answer> {
  readonly count: number;
  /** @param thread its number, from 0 @throws the error by which the thread ended, for each message that waits */
  ask(thread: number, message: Message): Promise<Answer>;
  close(): Promise<void>;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** @param file answers each message by one; a built file, for a worker thread runs JavaScript only */
export function openOrderedThreads<Message, Answer>(options: {
  file: string;
  count: number;
  heapMegabytesMax: number;
}): OrderedThreads<Message, Answer> {
  const threads = Array.from({ length: options.count }, () => openThread<Message, Answer>(options));
  return {
    count: threads.length,
    ask(thread, message) {
      const one = threads[thread];
      if (one === undefined) throw new RangeError(`there is no thread ${thread}`);
      return one.ask(message);
    },
    async close() {
      await Promise.all(threads.map((one) => one.close()));
    },
  };
}

function openThread<Message, Answer>({ file, heapMegabytesMax }: { file: string; heapMegabytesMax: number }) {
  // The thread gets neither the process's environment, which may hold keys, nor its options.
  const worker = new Worker(file, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  const waiting: Waiting<Answer>[] = [];
  let ended: unknown = null;
  const end = (error: unknown) => {
    ended ??= error;
    for (const one of waiting.splice(0)) one.reject(ended);
  };
  worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread has ended')));
  return {
    ask: (message: Message) =>
      new Promise<Answer>((resolve, reject) => {
        if (ended !== null) return reject(ended);
        waiting.push({ resolve, reject });
        worker.postMessage(message);
      }),
    close: () => worker.terminate(),
  };
}
