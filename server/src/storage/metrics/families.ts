// SPDX-License-Identifier: Apache-2.0
/** The metrics by name: their meaning, and their samples from the tallies. */

import type { Metrics } from './metrics.ts';
import type { Deployment } from './read-deployment.ts';
import { type Counter, Histogram } from './tallies.ts';

interface Sample {
  value: number;
  labels: Record<string, string>;
  /** The name where it differs from the family's: the parts of a histogram. */
  metricName?: string;
}

export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** The database is asked once for all families of a scrape; null when it did not answer. */
  samples(deployment: Deployment | null): Sample[];
}

/** Connections of a pool, from the driver's count. */
interface PoolUse {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** The sources that a scrape reads. */
export interface Observed {
  metrics: Metrics;
  pools: Readonly<Record<'service' | 'recorder' | 'deliveries', PoolUse>>;
  decisionsWaiting(): number;
  /** Connections that are held for what lives in them: whether each is there and the server takes changes. */
  held: Readonly<Record<'listener' | 'presence', () => boolean>>;
  /** The chains that this process remembers. */
  chains: { lostEntries(): number };
  scansWaiting(): number;
  policyJobsWaiting(): number;
}

export function familiesOf(observed: Observed): Family[] {
  return [...decisionFamilies(observed), ...processFamilies(observed), ...deploymentFamilies()];
}

function decisionFamilies({ metrics, decisionsWaiting, chains }: Observed): Family[] {
  return [
    counter('svc_decisions_total', 'Decisions recorded, by outcome.', 'decision', metrics.decisions),
    counter('svc_replays_total', 'Stored answers given for a repeated Idempotency-Key.', metrics.replays),
    histogram('svc_decision_seconds', 'From the checked key to the committed decision.', metrics.decisionSeconds),
    histogram('svc_decision_step_seconds', 'Each step of a decision.', 'step', metrics.decisionSteps),
    gauge('svc_decisions_waiting', 'Decisions that wait for a batch.', () => [plain(decisionsWaiting())]),
    gauge(
      'svc_chain_lost_entries',
      'Audit entries that the database lost, at least, until the loss is accepted.',
      () => [plain(chains.lostEntries())],
    ),
    counter('svc_batches_total', 'Batches of decisions, by how they were committed.', 'way', metrics.batches),
    histogram('svc_batch_decisions', 'Decisions in a batch.', metrics.batchDecisions),
    histogram('svc_batch_seconds', 'From the start of a batch to its commit.', metrics.batchSeconds),
    counter('svc_errors_total', 'Answers with an error, by code.', 'code', metrics.errors),
    counter('svc_anomalies_opened_total', 'Anomalies opened, by kind.', 'kind', metrics.anomaliesOpened),
    counter(
      'svc_delivery_attempts_total',
      'Attempts to deliver to a webhook endpoint, by outcome.',
      'outcome',
      metrics.deliveryAttempts,
    ),
    histogram('svc_delivery_seconds', 'Time of an attempt to deliver.', metrics.deliverySeconds),
    counter('svc_mails_total', 'Attempts to send a mail to a person, by outcome.', 'outcome', metrics.mails),
    counter(
      'svc_sink_events_total',
      'Events that the collector of the operator took, or dropped.',
      'outcome',
      metrics.sinkEvents,
    ),
    counter(
      'svc_spans_total',
      'Spans that the collector of the operator took, or that were dropped.',
      'outcome',
      metrics.spans,
    ),
    histogram('svc_mail_seconds', 'Time of an attempt to send a mail.', metrics.mailSeconds),
  ];
}

function processFamilies({ metrics, pools, held, scansWaiting, policyJobsWaiting }: Observed): Family[] {
  return [
    counter('svc_cache_hits_total', 'Found in a cache of this process.', 'cache', metrics.cacheHits),
    counter('svc_cache_misses_total', 'Not found in a cache, and read.', 'cache', metrics.cacheMisses),
    gauge('svc_scans_waiting', 'Long content that waits for a scanning thread.', () => [plain(scansWaiting())]),
    gauge('svc_policy_jobs_waiting', 'Policy tests and applies that wait for a thread.', () => [
      plain(policyJobsWaiting()),
    ]),
    gauge('svc_pool_connections', 'Connections to PostgreSQL, by pool and state.', () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
        { value: totalCount - idleCount, labels: { pool, state: 'busy' } },
        { value: idleCount, labels: { pool, state: 'idle' } },
      ]),
    ),
    gauge('svc_connection_held', '1 while a connection is held to a server that takes changes, by its use.', () =>
      Object.entries(held).map(([use, isHeld]) => ({ value: Number(isHeld()), labels: { use } })),
    ),
    gauge('svc_pool_waiting', 'Requests that wait for a connection, by pool.', () =>
      Object.entries(pools).map(([pool, { waitingCount }]) => ({ value: waitingCount, labels: { pool } })),
    ),
    counter('svc_task_runs_total', 'Runs of periodic tasks by this process, by outcome.', 'outcome', metrics.taskRuns),
    histogram('svc_task_seconds', 'Time of a run of a periodic task.', metrics.taskSeconds),
  ];
}

/** Numbers of the whole deployment: the same at every process. */
function deploymentFamilies(): Family[] {
  const ofTasks = (pick: (task: Deployment['tasks'][number]) => number | null) => (deployment: Deployment | null) =>
    (deployment?.tasks ?? []).flatMap((task) => {
      const value = pick(task);
      return value === null ? [] : [{ value, labels: { task: task.name } }];
    });
  const ofQueues = (pick: (queue: Deployment['queues'][number]) => number) => (deployment: Deployment | null) =>
    (deployment?.queues ?? []).map((queue) => ({ value: pick(queue), labels: { queue: queue.name } }));
  return [
    gauge('svc_database_up', '1 when PostgreSQL answered this scrape.', (deployment) => [plain(deployment ? 1 : 0)]),
    gauge(
      'svc_task_started_timestamp_seconds',
      'When a periodic task was last started, by any process.',
      ofTasks(({ startedAtMs }) => startedAtMs / 1_000),
    ),
    gauge(
      'svc_task_finished_timestamp_seconds',
      'When the last run of a periodic task ended; absent while it runs.',
      ofTasks(({ finishedAtMs }) => (finishedAtMs === null ? null : finishedAtMs / 1_000)),
    ),
    gauge(
      'svc_task_succeeded',
      '1 when the last run of a periodic task succeeded, 0 when it failed; absent while it runs.',
      ofTasks(({ succeeded }) => (succeeded === null ? null : Number(succeeded))),
    ),
    gauge(
      'svc_task_backlog',
      'What the last run of a periodic task left to do, in its own unit; absent where it does not know.',
      ofTasks(({ backlog }) => backlog),
    ),
    gauge(
      'svc_queue_due',
      'Entries of a queue whose time has come, at most 10,000.',
      ofQueues(({ due }) => due),
    ),
    gauge(
      'svc_queue_oldest_due_seconds',
      'How long the oldest entry of a queue has been due.',
      ofQueues(({ oldestDueSeconds }) => oldestDueSeconds),
    ),
  ];
}

const plain = (value: number): Sample => ({ value, labels: {} });

function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', samples };
}

function counter(name: string, help: string, count: Counter): Family;
function counter(name: string, help: string, label: string, counts: Readonly<Record<string, Counter>>): Family;
function counter(
  name: string,
  help: string,
  one: Counter | string,
  counts: Readonly<Record<string, Counter>> = {},
): Family {
  const samples = () =>
    typeof one === 'string'
      ? Object.entries(counts).map(([value, count]) => ({ value: count.value, labels: { [one]: value } }))
      : [plain(one.value)];
  return { name, help, type: 'counter', samples };
}

function histogram(name: string, help: string, measured: Histogram): Family;
function histogram(name: string, help: string, label: string, histograms: Readonly<Record<string, Histogram>>): Family;
function histogram(
  name: string,
  help: string,
  one: Histogram | string,
  histograms: Readonly<Record<string, Histogram>> = {},
): Family {
  const samples = () =>
    one instanceof Histogram
      ? partsOf(name, one, {})
      : Object.entries(histograms).flatMap(([value, measured]) => partsOf(name, measured, { [one]: value }));
  return { name, help, type: 'histogram', samples };
}

/** Each bucket counts all values up to its bound. */
function partsOf(name: string, { bounds, counts, sum }: Histogram, labels: Record<string, string>): Sample[] {
  let total = 0;
  const buckets = [...counts].map((count, place) => {
    total += count;
    const le = String(bounds[place] ?? '+Inf');
    return { value: total, labels: { ...labels, le }, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { value: sum, labels, metricName: `${name}_sum` },
    { value: total, labels, metricName: `${name}_count` },
  ];
}
