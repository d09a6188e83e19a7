// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: scans one content at a time. */

import type { DlpType } from '@svc/contract';
import { type ScanResult, scan, scanTypes } from '@svc/core/dlp';

/** A content whose types are wanted, or a text whose findings are wanted with their places. */
export type ScanJob = string | { placesIn: string };

export function scanContent(job: string): DlpType[];
export function scanContent(job: ScanJob): DlpType[] | ScanResult;
export function scanContent(job: ScanJob): DlpType[] | ScanResult {
  return typeof job === 'string' ? scanTypes(job) : scan(job.placesIn);
}
