// SPDX-License-Identifier: Apache-2.0
/** All tallies of a process, with the values of their labels. */
import { ANOMALY_KINDS, DECISIONS, ERRORS } from '@svc/contract';
import { Counter, Histogram } from './tallies.ts';

const DECISION_STEPS = ['prepare', 'scan', 'decide', 'record'] as const;
const BATCH_WAYS = ['one_round_trip', 'two_round_trips', 'failed'] as const;
const CACHES = ['api_keys', 'snapshots'] as const;
/** The outcomes of an attempt to deliver, in the words of the deliveries. */
const DELIVERY_OUTCOMES = ['delivered', 'retry', 'failed', 'gone', 'released'] as const;
/** The outcomes of a mail to one person; `given_up`: of a mail to all who had not got it. */
const MAIL_OUTCOMES = ['sent', 'refused', 'retry', 'released', 'given_up'] as const;
/** Events for the collector of the operator. */
const SINK_OUTCOMES = ['sent', 'rejected'] as const;
const SPAN_OUTCOMES = ['sent', 'dropped'] as const;
const TASK_OUTCOMES = ['succeeded', 'failed'] as const;

/** Seconds: from a tenth of a millisecond, the time of an idle process, to the time at which a client gives up. */
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG_SECONDS = [0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];
const DECISIONS_OF_A_BATCH = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The counts of a process. Each label has known values; tasks have those of the service. */
export interface Metrics {
  decisions: Tallied<(typeof DECISIONS)[number], Counter>;
  replays: Counter;
  decisionSteps: Tallied<(typeof DECISION_STEPS)[number], Histogram>;
  decisionSeconds: Histogram;
  errors: Tallied<keyof typeof ERRORS, Counter>;
  batches: Tallied<(typeof BATCH_WAYS)[number], Counter>;
  batchDecisions: Histogram;
  batchSeconds: Histogram;
  cacheHits: Tallied<(typeof CACHES)[number], Counter>;
  cacheMisses: Tallied<(typeof CACHES)[number], Counter>;
  deliveryAttempts: Tallied<(typeof DELIVERY_OUTCOMES)[number], Counter>;
  deliverySeconds: Histogram;
  mails: Tallied<(typeof MAIL_OUTCOMES)[number], Counter>;
  mailSeconds: Histogram;
  spans: Tallied<(typeof SPAN_OUTCOMES)[number], Counter>;
  sinkEvents: Tallied<(typeof SINK_OUTCOMES)[number], Counter>;
  anomaliesOpened: Tallied<(typeof ANOMALY_KINDS)[number], Counter>;
  taskRuns: Tallied<(typeof TASK_OUTCOMES)[number], Counter>;
  taskSeconds: Histogram;
}

/** One tally for each value of a label. */
type Tallied<Value extends string, Tally> = Readonly<Record<Value, Tally>>;

/** All tallies, at zero. Each process has its own set, and so does each test. */
export function createMetrics(): Metrics {
  const count = () => new Counter();
  const seconds = () => new Histogram(SECONDS);
  return {
    decisions: tallied(DECISIONS, count),
    replays: new Counter(),
    decisionSteps: tallied(DECISION_STEPS, seconds),
    decisionSeconds: seconds(),
    errors: tallied(Object.keys(ERRORS) as (keyof typeof ERRORS)[], count),
    batches: tallied(BATCH_WAYS, count),
    batchDecisions: new Histogram(DECISIONS_OF_A_BATCH),
    batchSeconds: seconds(),
    cacheHits: tallied(CACHES, count),
    cacheMisses: tallied(CACHES, count),
    deliveryAttempts: tallied(DELIVERY_OUTCOMES, count),
    deliverySeconds: new Histogram(LONG_SECONDS),
    mails: tallied(MAIL_OUTCOMES, count),
    mailSeconds: new Histogram(LONG_SECONDS),
    spans: tallied(SPAN_OUTCOMES, count),
    sinkEvents: tallied(SINK_OUTCOMES, count),
    anomaliesOpened: tallied(ANOMALY_KINDS, count),
    taskRuns: tallied(TASK_OUTCOMES, count),
    taskSeconds: new Histogram(LONG_SECONDS),
  };
}

function tallied<Value extends string, Tally>(values: readonly Value[], make: () => Tally): Tallied<Value, Tally> {
  return Object.fromEntries(values.map((value) => [value, make()])) as Record<Value, Tally>;
}
