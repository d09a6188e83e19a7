// SPDX-License-Identifier: Apache-2.0
/** The reasons why a collector has not taken a request: a closed list of sentences that say what to do. */

export class CollectorFault extends Error {
  override name = 'CollectorFault';
  /** Names the fault in the log: the status, or the code of a failed call. */
  readonly code: string;
  /** The request itself is refused: another one may be taken. */
  readonly isRefusal: boolean;
  /** The wait that the collector asks for; null for none. */
  readonly waitMs: number | null;

  constructor(code: string, advice: string, { isRefusal = false, waitMs = null as number | null } = {}) {
    super(advice);
    this.code = code;
    this.isRefusal = isRefusal;
    this.waitMs = waitMs;
  }
}

/** The request is wrong, or larger than the collector takes. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

export function faultOfStatus(status: number, waitMs: number | null): CollectorFault {
  return new CollectorFault(`status ${status}`, adviceOf(status), { isRefusal: REFUSALS.has(status), waitMs });
}

function adviceOf(status: number): string {
  if (REFUSALS.has(status)) {
    return 'the collector refuses what it gets: see its log, and the limits of its receiver';
  }
  if (status === 401 || status === 403) {
    return 'the collector refuses the credential: check OTEL_EXPORTER_OTLP_HEADERS';
  }
  if (status >= 300 && status < 400) {
    return 'the collector redirects, which is not followed: set OTEL_EXPORTER_OTLP_ENDPOINT to where it leads';
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return 'this is no address of OTLP/HTTP with JSON: check OTEL_EXPORTER_OTLP_ENDPOINT, often of port 4318';
  }
  return 'the collector takes nothing at present, and is asked again: see its log';
}

export const NO_COLLECTOR = new CollectorFault(
  'no answer of OTLP',
  'the answer is not that of a collector: check OTEL_EXPORTER_OTLP_ENDPOINT, often of port 4318',
);

export const unreachable = (code: string): CollectorFault =>
  new CollectorFault(code, 'the collector cannot be reached: check that it runs, and OTEL_EXPORTER_OTLP_ENDPOINT');
