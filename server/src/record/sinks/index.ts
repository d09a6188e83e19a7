// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what the collector of the operator is told of the audit chains: decisions, reviews and anomalies as OCSF events.
 * Each arrives at least once, in the order of its chain. It refuses to know how entries are made.
 */
import type pg from 'pg';
import { everyOrganization } from '../../organization/organizations/index.ts';
import { type Collector, CollectorFault } from '../../outgoing/otlp/index.ts';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import type { Archive } from '../archive/index.ts';
import { type Behind, moveCursor, noteWait, readWait, selectBehind } from './cursors.ts';
import { type OcsfEvent, ocsfEvents } from './ocsf.ts';
import { readPage } from './read-entries.ts';
import { type Sent, sendBatch } from './send-batch.ts';

/** The bound of one run for one organization, so that a backlog delays no other for long. */
const BATCHES_PER_RUN_MAX = 20;
/** More of them are taken for a collector that refuses everything, which would be asked for each one. */
const REFUSED_ORGANIZATIONS_MAX = 10;
/** Events of one organization that are sent together with refused ones, to see whether others are taken. */
const TOGETHER_MAX = 1_024;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;
/** A longer `Retry-After` is cut. */
const ASKED_WAIT_MS_MAX = 3_600_000;
/** Doublings that lead past the longest wait. */
const DOUBLINGS_MAX = 6;

interface SinkDeps {
  pool: pg.Pool;
  archive: Archive;
  collector: Collector;
  resource: { serviceName: string; version: string };
  metrics: Pick<Metrics, 'sinkEvents'>;
  log: SinkLog;
}

interface SinkLog extends OutageLog {
  warn(fields: object, message: string): void;
}

export interface Sink {
  /**
   * Sends what the collector does not have yet. A failure ends the run, and lets all processes wait; a refusal ends it
   * for its organization alone.
   * @returns the entries that it is behind, also where nothing was sent
   */
  sendNew(signal: AbortSignal): Promise<number>;
}

const WORK = 'siem-events';

export function createSink(deps: SinkDeps): Sink {
  const { pool, collector, log } = deps;
  const outages = new Outages(log);
  const about = { work: WORK, collector: collector.host };

  async function fail(fault: CollectorFault, failures: number): Promise<void> {
    const waitMs = Math.min(WAIT_MS_MIN * 2 ** Math.min(failures, DOUBLINGS_MAX), WAIT_MS_MAX);
    await noteWait(pool, failures + 1, Math.max(waitMs, Math.min(fault.waitMs ?? 0, ASKED_WAIT_MS_MAX)));
    outages.failed(WORK, fault, about, fault.message);
  }

  return {
    async sendNew(signal) {
      const { failures, isOver } = await readWait(pool);
      let fault: CollectorFault | null = null;
      let entriesBehind = 0;
      let hasSent = false;
      let refused = 0;
      const work = async (behind: Behind): Promise<boolean> => {
        const mayGoOn = fault === null || (fault.isRefusal && refused < REFUSED_ORGANIZATIONS_MAX);
        const from = isOver && mayGoOn ? await sendSome(deps, behind, signal) : { seq: behind.seq, fault: null };
        hasSent ||= from.seq > behind.seq;
        if (from.fault?.isRefusal) refused += 1;
        if (fault === null || fault.isRefusal) fault = from.fault ?? fault;
        entriesBehind += behind.headSeq - from.seq;
        return from.seq === behind.headSeq;
      };
      await everyOrganization(pool, selectBehind, work, signal);
      if (signal.aborted) return entriesBehind;
      if (fault !== null) await fail(fault, hasSent ? 0 : failures);
      else if (hasSent) {
        if (failures > 0) await noteWait(pool, 0, 0);
        outages.worked(WORK, about, 'the collector takes events again');
      }
      return entriesBehind;
    },
  };
}

/**
 * Refused events are sent again together with those behind them: only so is it known that the collector takes others.
 * @returns how far the collector came, and the fault that ended it
 */
async function sendSome(
  deps: SinkDeps,
  { organizationId, seq: from, headSeq }: Behind,
  signal: AbortSignal,
): Promise<{ seq: number; fault: CollectorFault | null }> {
  const { pool, archive, resource, collector } = deps;
  let [seq, until] = [from, from];
  let events: OcsfEvent[] = [];
  let fault: CollectorFault | null = null;
  for (let batch = 0; batch < BATCHES_PER_RUN_MAX && until < headSeq && !signal.aborted; batch += 1) {
    const page = await readPage({ pool, archive, organizationId }, until, headSeq);
    const told = page.entries.flatMap((entry) => ocsfEvents(entry, resource.version));
    events.push(...told);
    until = page.until;
    if (fault !== null && told.length === 0) continue;
    try {
      if (events.length > 0) {
        tell(deps, events, await sendBatch({ collector, resource, nowMs: pool.clock.nowMs(), signal }, events));
      }
    } catch (error) {
      if (!(error instanceof CollectorFault)) throw error;
      if (!error.isRefusal || fault !== null || events.length > TOGETHER_MAX) return { seq, fault: error };
      fault = error;
      continue;
    }
    await moveCursor(pool, organizationId, until);
    [seq, events, fault] = [until, [], null];
  }
  return { seq, fault };
}

function tell({ metrics: { sinkEvents }, log, collector }: SinkDeps, events: readonly OcsfEvent[], sent: Sent): void {
  const { rejected, passedOver } = sent;
  const lost = rejected + passedOver.length;
  sinkEvents.sent.add(events.length - lost);
  if (lost === 0) return;
  sinkEvents.rejected.add(lost);
  const uids = passedOver.map(({ metadata }) => (metadata as OcsfEvent).uid);
  log.warn(
    { work: WORK, collector: collector.host, rejected, passedOver: uids },
    'the collector dropped events: see its log, and export the audit chain where they are needed',
  );
}
