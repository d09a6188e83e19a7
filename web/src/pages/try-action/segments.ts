// SPDX-License-Identifier: Apache-2.0
/** A text cut where findings begin and end, so that each piece can be shown with what covers it. */
import type { DlpType, TextScan } from '@svc/contract';

export interface Segment {
  /** UTF-16 units from the start of the text. */
  start: number;
  text: string;
  /** The types of the findings that cover it. */
  types: readonly DlpType[];
  /** The types of the findings that end with it. */
  ending: readonly DlpType[];
}

/** @param findings by position; they may overlap */
export function segmentsOf(text: string, findings: TextScan['findings']): Segment[] {
  const cuts = [...new Set([0, text.length, ...findings.flatMap(({ start, end }) => [start, end])])].sort(
    (one, other) => one - other,
  );
  const segments: Segment[] = [];
  let open: TextScan['findings'] = [];
  let next = 0;
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined) break;
    open = open.filter((finding) => finding.end > start);
    for (let finding = findings[next]; finding !== undefined && finding.start <= start; finding = findings[next]) {
      open.push(finding);
      next += 1;
    }
    const types = [...new Set(open.map(({ type }) => type))];
    const ending = [...new Set(open.filter((finding) => finding.end === end).map(({ type }) => type))];
    segments.push({ start, text: text.slice(start, end), types, ending });
  }
  return segments;
}
