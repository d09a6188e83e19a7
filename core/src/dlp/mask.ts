// SPDX-License-Identifier: Apache-2.0
/** A text without what was found in it. */
import type { DlpType } from '@svc/contract';
import type { Finding } from './finding.ts';

/** Replaces each finding by `[TYPE]`; overlapping ones by the type of the first. @param findings by position */
export function masked(text: string, findings: readonly Finding[], isReplaced: (type: DlpType) => boolean): string {
  let kept = '';
  let at = 0;
  for (const { type, start, end } of findings) {
    if (!isReplaced(type) || end <= at) continue;
    if (start >= at) kept += `${text.slice(at, start)}[${type}]`;
    at = end;
  }
  return kept + text.slice(at);
}
