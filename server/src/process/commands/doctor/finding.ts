// SPDX-License-Identifier: Apache-2.0
/** The result of one check. A fault keeps the service from working; a warning may hurt later. */
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'fault';
  /** One sentence, without a secret. */
  says: string;
  /** How to mend it; null when all is well. */
  mend: string | null;
}

export function ok(check: string, says: string): Finding {
  return { check, status: 'ok', says, mend: null };
}

export function warning(check: string, says: string, mend: string): Finding {
  return { check, status: 'warning', says, mend };
}

export function fault(check: string, says: string, mend: string): Finding {
  return { check, status: 'fault', says, mend };
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A refused connection to a name with several addresses has an empty message of its own.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message === '' && first instanceof Error ? first.message : error.message;
}
