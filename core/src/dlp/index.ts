// SPDX-License-Identifier: Apache-2.0
/**
 * The scan: which of the twelve types of sensitive data a text holds, and where. It is pure and linear in the length of
 * the text. It stores nothing, and knows nothing of policies or risk.
 */
import { DLP_TYPES, type DlpType } from '@svc/contract';
import { detect } from './detectors.ts';
import { Document, hasLabel } from './document/document.ts';
import { FINDINGS_PER_TYPE_MAX, type Finding, Sink } from './finding.ts';
import { forget } from './first-look/memory.ts';
import { plainBytes, unfold } from './first-look/unfold.ts';
import { LABEL } from './lexicon/label.ts';

export { CATEGORY_OF_TYPE } from './categories.ts';
export { DLP_TYPE_DESCRIPTIONS, type DlpTypeDescription } from './descriptions.ts';
export { FINDINGS_PER_TYPE_MAX, type Finding } from './finding.ts';
export { masked } from './mask.ts';

export interface ScanResult {
  /** Unique, in the order of `DLP_TYPES`. */
  types: DlpType[];
  /**
   * Sorted by position, at most FINDINGS_PER_TYPE_MAX of a type. UTF-16 offsets into the content, `end` exclusive. They
   * reveal where secrets are: never stored, and answered only to the person who gave the text.
   */
  findings: Finding[];
}

export function scan(content: string): ScanResult {
  try {
    return scanDocuments(content);
  } finally {
    forget(content);
  }
}

function scanDocuments(content: string): ScanResult {
  const kept = new Map<string, Finding>();
  const counts = new Map<DlpType, number>();
  for (const document of documentsOf(content)) {
    const sink = new Sink(FINDINGS_PER_TYPE_MAX);
    detect(document, sink);
    for (const type of sink.types()) {
      for (const finding of sink.of(type)) {
        const placed = inContent(document, finding);
        const key = `${type} ${placed.start}`;
        const count = counts.get(type) ?? 0;
        if (kept.has(key) || count >= FINDINGS_PER_TYPE_MAX) continue;
        kept.set(key, placed);
        counts.set(type, count + 1);
      }
    }
  }
  const findings = [...kept.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  return { types: DLP_TYPES.filter((type) => counts.has(type)), findings };
}

/** The same types as `scan`, without positions: it stops at the first finding of each type. */
export function scanTypes(content: string): DlpType[] {
  try {
    const { normalised, isDisguised } = plainBytes(content);
    const types = typesIn(new Document(normalised));
    if (!isDisguised) return types;
    const unfolded = typesIn(new Document(unfold(content)));
    return DLP_TYPES.filter((type) => types.includes(type) || unfolded.includes(type));
  } finally {
    forget(content);
  }
}

function typesIn(document: Document): DlpType[] {
  // A Pix key is a value of another type with a word beside it. A text with that word needs every value.
  const sink = new Sink(hasLabel(document, LABEL.PIX) ? FINDINGS_PER_TYPE_MAX : 1);
  detect(document, sink);
  return sink.types();
}

/**
 * Yields the content as it stands and, when that can differ, without disguises. Folding may glue words together, so
 * both versions count.
 */
function* documentsOf(content: string): Generator<Document> {
  const { normalised, isDisguised } = plainBytes(content);
  yield new Document(normalised);
  if (isDisguised) yield new Document(unfold(content));
}

function inContent(document: Document, finding: Finding): Finding {
  if (document.offsets === null) return finding;
  const at = (index: number): number => document.offsets?.[index] ?? 0;
  return { type: finding.type, start: at(finding.start), end: at(finding.end) };
}
