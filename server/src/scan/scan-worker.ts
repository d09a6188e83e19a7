/** Runs in a worker thread: scans one content at a time. A warm-up scan precedes the first request. */

import { setPriority } from 'node:os';
import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

const THREAD_ITSELF = 0;
const BACKGROUND = 19;

scanTypes('');

/** Long content yields to small requests. On Linux the priority is the thread's own; elsewhere it is not. */
if (process.platform === 'linux') setPriority(THREAD_ITSELF, BACKGROUND);

export function scanContent(content: string): DlpType[] {
  return scanTypes(content);
}
