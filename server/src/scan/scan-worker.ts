/** Runs in a worker thread: scans one content at a time. The first scan is paid for before the first request. */
import type { DlpType } from '@svc/contract';
import { scanTypes } from '@svc/core/dlp';

scanTypes('');

export default function scanContent(content: string): DlpType[] {
  return scanTypes(content);
}
