/** Runs in a worker thread: scans one content at a time. The first scan is paid for before the first request. */

import { setPriority } from 'node:os';
import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

const THREAD_ITSELF = 0;
const BACKGROUND = 19;

scanTypes('');

/** Long content waits for small requests, not they for it. On Linux this is the thread's own; elsewhere it is not. */
if (process.platform === 'linux') setPriority(THREAD_ITSELF, BACKGROUND);

export function scanContent(content: string): DlpType[] {
  return scanTypes(content);
}
