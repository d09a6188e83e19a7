// SPDX-License-Identifier: Apache-2.0
/**
 * Owns scanning content without holding up the event loop: short content here, long content in a bounded pool of
 * worker threads. Refuses to keep anything: content goes in, and only the set of types comes back. A person who asks
 * about a text of their own gets the places, too.
 */
import type { DlpType } from '@svc/contract';
import type { ScanResult } from '@svc/core/dlp';
import { ApiError } from '../../platform/errors/index.ts';
import { installed } from '../../platform/installation/index.ts';
import { SHARED_PLACES } from '../../platform/shares/index.ts';
import { createThreads, ThreadsRefused } from '../../platform/threads/index.ts';
import type { ScanJob } from './scan-worker.ts';
import { ShortScans } from './short-scans.ts';

/** Shorter content is scanned in less time than handing it over takes. */
const SCANNED_HERE_CHARACTERS_MAX = 8_000;
/** A bound on the clock alone would refuse content on a machine that is busy with something else. */
const SCANNED_WITHIN_MS = 20_000;
const PROCESSOR_MS_MAX = 5_000;
const HEAP_MEGABYTES_MAX = 512;
const RETRY_AFTER_SECONDS = 1;
/** Long enough to reach each step of the scan. */
const WARM_UP = 'Cliente Maria Souza, CPF 529.982.247-25, maria@example.com.br, (11) 98765-4321. '.repeat(200);

export interface Scanner {
  /**
   * The found types, each once, in the order of the contract. Long content waits in a line in which organizations
   * rotate.
   * @throws ApiError 503 when too much long content waits: the action is not decided, and so not allowed
   */
  scan(organizationId: string, content: string): Promise<readonly DlpType[]>;
  /**
   * The findings of a text with their places, for the person who gave it. It always waits in the line of long content.
   * @throws ApiError 503 when too much waits
   */
  scanWithPlaces(organizationId: string, text: string): Promise<ScanResult>;
  /** Resolves when every thread has started and scanned: the first long content then waits for neither. */
  warm(): Promise<void>;
  /** Long content that waits for a thread. */
  waiting(): number;
  /** Threads started so far. */
  threadsStarted(): number;
  close(): Promise<void>;
}

export function createScanner(): Scanner {
  const threads = createThreads<ScanJob, DlpType[] | ScanResult>({
    file: installed('server/bin/scan-worker.cjs'),
    places: SHARED_PLACES.scans,
    withinMs: SCANNED_WITHIN_MS,
    processorMsMax: PROCESSOR_MS_MAX,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
    warmUp: WARM_UP,
  });
  const run = (organizationId: string, job: ScanJob): Promise<unknown> =>
    threads.run(organizationId, job).catch((error: unknown) => {
      throw error instanceof ThreadsRefused ? busy() : new ApiError('internal_error', { cause: error });
    });
  const inThread = async (organizationId: string, content: string) =>
    (await run(organizationId, content)) as readonly DlpType[];
  const shortScans = new ShortScans(inThread);
  return {
    scan(organizationId, content) {
      if (content.length <= SCANNED_HERE_CHARACTERS_MAX) return shortScans.scan(organizationId, content);
      return inThread(organizationId, content);
    },
    scanWithPlaces: async (organizationId, text) => (await run(organizationId, { placesIn: text })) as ScanResult,
    warm: threads.warm,
    waiting: threads.waiting,
    threadsStarted: threads.started,
    close: threads.close,
  };
}

function busy(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too much long content is being scanned; do not run the action, try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
