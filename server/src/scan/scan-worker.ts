/** Runs in a worker thread: scans one content at a time. */

import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

export function scanContent(content: string): DlpType[] {
  return scanTypes(content);
}
