// SPDX-License-Identifier: Apache-2.0
/**
 * Work that is repeated until it succeeds: a lasting fault would fill the log. An outage is told at its beginning, when
 * another fault joins in, and at its end.
 */

/** One outage with ever new faults is not told for ever. */
const FAULTS_TOLD_MAX = 10;
/** The oldest is forgotten beyond, and told again. */
const OPEN_MAX = 1_000;

export interface OutageLog {
  error(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

interface Outage {
  failures: number;
  told: Set<string>;
}

export class Outages {
  readonly #log: OutageLog;
  readonly #open = new Map<string, Outage>();

  constructor(log: OutageLog) {
    this.#log = log;
  }

  /** @param work its name */
  failed(work: string, error: unknown, fields: object, message: string): void {
    const fault = faultOf(error);
    const key = `${fault.fault} ${fault.code}`;
    const outage = this.#open.get(work) ?? { failures: 0, told: new Set() };
    this.#open.set(work, outage);
    if (this.#open.size > OPEN_MAX) this.#open.delete(this.#open.keys().next().value as string);
    outage.failures += 1;
    if (outage.told.has(key) || outage.told.size >= FAULTS_TOLD_MAX) return;
    outage.told.add(key);
    this.#log.error({ ...fields, ...fault }, message);
  }

  /** Ends an outage, where there is one. */
  worked(work: string, fields: object, message: string): void {
    const outage = this.#open.get(work);
    if (outage === undefined) return;
    this.#open.delete(work);
    this.#log.info({ ...fields, failures: outage.failures }, message);
  }
}

/** Names and codes only: the message of a driver may quote values. */
function faultOf(error: unknown): { fault: unknown; code?: unknown; stack?: string[] | undefined } {
  if (!(error instanceof Error)) return { fault: 'unknown' };
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { fault: error.name, code: (error as { code?: unknown }).code, stack };
}
