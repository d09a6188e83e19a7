// SPDX-License-Identifier: Apache-2.0
/** The wait that a receiver asks for. */
const SECONDS = /^\d{1,10}$/;

/** The wait of `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null when it is absent or unreadable. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (SECONDS.test(text.trim())) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
