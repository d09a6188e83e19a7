// SPDX-License-Identifier: Apache-2.0
/** The trace that a caller belongs to, by W3C Trace Context. */

export interface TraceParent {
  traceId: string;
  spanId: string;
  /** The caller records its own spans. */
  isSampled: boolean;
}

/** A later version may go on after the flags; the first one may not, and `ff` is none. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const CHARACTERS_MAX = 512;
const FIRST_VERSION = '00';
const SAMPLED = 1;

/** Null for none, and for one that is not valid: a new trace begins then. @param text a header, as it came */
export function traceParentIn(text: string | string[] | undefined): TraceParent | null {
  if (typeof text !== 'string' || text.length > CHARACTERS_MAX) return null;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === FIRST_VERSION && rest !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
