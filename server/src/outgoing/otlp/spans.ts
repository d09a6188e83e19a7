// SPDX-License-Identifier: Apache-2.0
/** Spans on their way to the collector: a bounded queue in memory, of which what has no room is counted and dropped. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock/index.ts';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { type Collector, CollectorFault } from './collector.ts';
import { type TraceParent, traceParentIn } from './trace-context.ts';
import { keyValues, type OtlpSource } from './values.ts';

const SPANS_WAITING_MAX = 2_048;
const SPANS_PER_REQUEST_MAX = 256;
const SEND_EVERY_MS = 1_000;
const WAIT_MS_MAX = 60_000;
/** Doublings that lead past the longest wait. */
const DOUBLINGS_MAX = 6;
/** At a stop the rest gets one request, which may take so long. */
const LAST_SEND_MS = 1_000;

const SERVER_KIND = 2;
const ERROR_STATUS = 2;
const SAMPLED = 0x01;
/** The parent is known to be of another process. */
const REMOTE_PARENT = 0x300;
const NANOSECONDS_PER_MS = 1_000_000;

interface SpanFacts {
  /** As the caller sent it. */
  traceparent: string | string[] | undefined;
  name: string;
  startMs: number;
  durationMs: number;
  attributes: { readonly [name: string]: OtlpSource };
  /** The code of the error that was answered; null without one. */
  errorType: string | null;
}

export interface Spans {
  /** Takes a span, or drops it. A caller that does not record its trace gets none. */
  add(facts: SpanFacts): void;
  /** Sends once what is left. */
  close(): Promise<void>;
}

interface SpansOptions {
  collector: Collector;
  resource: { serviceName: string; version: string };
  clock: Clock;
  metrics: Pick<Metrics, 'spans'>;
  log: OutageLog;
}

const WORK = 'spans';

export function createSpans({ collector, resource, clock, metrics: { spans }, log }: SpansOptions): Spans {
  const outages = new Outages(log);
  const about = { work: WORK, collector: collector.host };
  const waiting: WaitingSpan[] = [];
  let failures = 0;
  let endWait: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  let isClosed = false;
  const stopping = new AbortController();

  async function send(): Promise<void> {
    const batch = waiting.splice(0, SPANS_PER_REQUEST_MAX);
    try {
      const { rejected } = await collector.send(requestOf(resource, batch), stopping.signal);
      const dropped = Math.min(rejected, batch.length);
      spans.sent.add(batch.length - dropped);
      spans.dropped.add(dropped);
      failures = 0;
      outages.worked(WORK, about, 'the collector takes spans again');
      wait(waiting.length < SPANS_PER_REQUEST_MAX ? SEND_EVERY_MS : 0);
    } catch (error) {
      failures += 1;
      const fault = error instanceof CollectorFault ? error : null;
      // A refused batch would be refused again. Others wait, as long as there is room for them.
      if (fault?.isRefusal !== true) waiting.unshift(...batch.splice(0, SPANS_WAITING_MAX - waiting.length));
      spans.dropped.add(batch.length);
      outages.failed(WORK, error, about, fault?.message ?? 'spans could not be sent');
      const waitMs = Math.min(SEND_EVERY_MS * 2 ** Math.min(failures, DOUBLINGS_MAX), WAIT_MS_MAX);
      wait(Math.max(waitMs, Math.min(fault?.waitMs ?? 0, WAIT_MS_MAX)));
    }
  }

  /** One request at a time. */
  function wait(waitMs: number): void {
    if (isClosed || waiting.length === 0 || endWait !== null) return;
    endWait = clock.after(waitMs, () => {
      sending = send().finally(() => {
        sending = null;
        wait(SEND_EVERY_MS);
      });
      endWait = null;
    });
  }

  return {
    add(facts) {
      const parent = traceParentIn(facts.traceparent);
      if (parent !== null && !parent.isSampled) return;
      if (isClosed || waiting.length >= SPANS_WAITING_MAX) return spans.dropped.add();
      waiting.push({ ...facts, parent });
      if (sending === null) wait(SEND_EVERY_MS);
    },
    async close() {
      isClosed = true;
      endWait?.();
      const endStop = clock.after(LAST_SEND_MS, () => stopping.abort());
      await sending;
      if (waiting.length > 0 && !stopping.signal.aborted) await send();
      endStop();
      spans.dropped.add(waiting.length);
      await collector.close();
    },
  };
}

/** Its form is made when it is sent: no decision waits for that. */
interface WaitingSpan extends SpanFacts {
  parent: TraceParent | null;
}

function spanOf({ parent, name, startMs, durationMs, attributes: facts, errorType }: WaitingSpan): object {
  const start = BigInt(startMs) * BigInt(NANOSECONDS_PER_MS);
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent !== null && { parentSpanId: parent.spanId }),
    flags: parent === null ? SAMPLED : SAMPLED | REMOTE_PARENT,
    name,
    kind: SERVER_KIND,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(durationMs * NANOSECONDS_PER_MS))),
    attributes: keyValues({ ...facts, 'error.type': errorType ?? undefined }),
    status: errorType === null ? {} : { code: ERROR_STATUS },
  };
}

function requestOf({ serviceName, version }: SpansOptions['resource'], waiting: readonly WaitingSpan[]): object {
  const attributes = keyValues({ 'service.name': serviceName, 'service.version': version });
  return {
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'svc' }, spans: waiting.map(spanOf) }] }],
  };
}
