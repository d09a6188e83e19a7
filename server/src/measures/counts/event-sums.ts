// SPDX-License-Identifier: Apache-2.0
/**
 * The sums of events, in the finest grain that any figure needs: an action of an agent on a resource within five
 * minutes. The statements make hours, days and coarser grains of them. It knows no database.
 */
import type { DecisionWord, RiskLevel } from '@svc/contract';
import { stopperOf } from '../../record/events/index.ts';
import type { EventRecord } from '../../record/recorder/index.ts';

/** Every offset of a time zone is a multiple of it, and so is every hour and day. */
const SLICE_MS = 300_000;

/** A row of `SELECT_EVENTS`. */
export interface EventToCount {
  id: string;
  seq: number;
  created_at: Date;
  sandbox: boolean;
  api_key_id: string;
  agent_id: string;
  resource_id: string;
  route_id: string | null;
  action: string;
  destination: string | null;
  decision: DecisionWord;
  evaluated_decision: DecisionWord;
  risk_level: RiskLevel;
  risk_score: number;
  records_affected: number | null;
  /** Records of earlier builds lack some of it. */
  record: Partial<
    Pick<EventRecord, 'cause' | 'reasons' | 'policy' | 'riskFactors' | 'dlpFindings' | 'matchedPolicyIds' | 'door'>
  >;
}

/** The last events that each kind of sums had before it was counted in one go. */
export interface CountedFrom {
  decisions_from: number;
  records_from: number;
  agents_from: number;
}

interface Outcomes {
  events: number;
  reviewed: number;
  blocked: number;
  would_review: number;
  would_block: number;
}

/** Each kind of sums leaves out the cells that are not its own. */
interface Cell extends Outcomes {
  of_decisions: boolean;
  of_records: boolean;
  of_agents: boolean;
  sandbox: boolean;
  agent_id: string;
  resource_id: string;
  action: string;
  slice_at: string;
  medium: number;
  high: number;
  critical: number;
  risk_points: number;
  risk_max: number;
  records: number;
  seq_from: number;
  seq_to: number;
}

interface CodeCell extends Outcomes {
  sandbox: boolean;
  kind: string;
  code: string;
  agent_id: string;
  resource_id: string;
  slice_at: string;
}

type RecordKind = 'AGENT' | 'RESOURCE' | 'KEY' | 'ROUTE';

interface Last {
  kind: RecordKind;
  record_id: string;
  sandbox: boolean;
  at: Date;
  seq: number;
  event_id: string;
  decision: DecisionWord;
}

interface DoorUse {
  door: string;
  sandbox: boolean;
  last_at: Date;
  last_stopped_at: Date | null;
  events: number;
}

interface FirstDestination {
  resource_id: string;
  destination: string;
  agent_id: string;
  first_at: Date;
  /** Earlier events on the resource among those that were added. */
  before: number;
}

/**
 * Searches pass over events by their numbers, which they take from sums of the last 370 days. Sums that were forgotten
 * must have lower numbers. So an event outside of this time takes all before it along.
 */
const IN_TIME_MS = { before: 380 * 86_400_000, after: 3_600_000 };

const EXTERNAL = new Set(['EXTERNAL_EMAIL', 'EXTERNAL_API']);

export class EventSums {
  readonly cells = new Map<string, Cell>();
  readonly codes = new Map<string, CodeCell>();
  readonly lasts = new Map<string, Last>();
  readonly firstActions = new Map<string, { agent_id: string; action: string; first_at: Date }>();
  readonly doors = new Map<string, DoorUse>();
  readonly firstDestinations = new Map<string, FirstDestination>();
  /** The earliest slice with a sum of decisions. */
  earliest: string | null = null;
  /** The last number of an event that was made long before, or by a clock that is ahead; null without one. */
  outOfTimeSeq: number | null = null;
  #sliceMs = Number.NaN;
  #sliceAt = '';
  readonly #uses = new Map<string, number>();
  readonly #from: CountedFrom;
  readonly #nowMs: number;

  constructor(from: CountedFrom, nowMs: number) {
    this.#from = from;
    this.#nowMs = nowMs;
  }

  /** Events come in the order of their numbers. */
  add(event: EventToCount): void {
    const atMs = event.created_at.getTime();
    const sliceAt = this.#sliceOf(atMs);
    const of = {
      of_decisions: event.seq > this.#from.decisions_from,
      of_records: event.seq > this.#from.records_from,
      of_agents: event.seq > this.#from.agents_from && !event.sandbox,
    };
    const outcomes = outcomesOf(event);
    this.#addCell(event, of, sliceAt, outcomes);
    if (of.of_decisions) {
      if (this.earliest === null || sliceAt < this.earliest) this.earliest = sliceAt;
      if (atMs < this.#nowMs - IN_TIME_MS.before || atMs > this.#nowMs + IN_TIME_MS.after)
        this.outOfTimeSeq = event.seq;
      const { sandbox, agent_id, resource_id } = event;
      const subject = `${sandbox} ${agent_id} ${resource_id} ${sliceAt}`;
      for (const [kind, code] of codesOf(event)) {
        const place = `${subject} ${kind} ${code}`;
        const cell = this.codes.get(place);
        if (cell !== undefined) addOutcomes(cell, outcomes);
        else this.codes.set(place, { sandbox, kind, code, agent_id, resource_id, slice_at: sliceAt, ...outcomes });
      }
    }
    if (of.of_records) {
      this.#keepLasts(event);
      this.#addDoor(event);
    }
    if (of.of_agents) this.#keepFirsts(event);
  }

  #addCell(
    event: EventToCount,
    of: Pick<Cell, 'of_decisions' | 'of_records' | 'of_agents'>,
    sliceAt: string,
    outcomes: Outcomes,
  ): void {
    const { sandbox, agent_id, resource_id, action, risk_level, risk_score } = event;
    const kinds = `${of.of_decisions} ${of.of_records} ${of.of_agents}`;
    const place = `${kinds} ${sandbox} ${agent_id} ${resource_id} ${sliceAt} ${action}`;
    const risks = {
      medium: Number(risk_level === 'MEDIUM'),
      high: Number(risk_level === 'HIGH'),
      critical: Number(risk_level === 'CRITICAL'),
      risk_points: risk_score,
      records: event.records_affected ?? 0,
    };
    const cell = this.cells.get(place);
    if (cell === undefined) {
      const subject = { sandbox, agent_id, resource_id, action, slice_at: sliceAt };
      const numbers = { seq_from: event.seq, seq_to: event.seq };
      this.cells.set(place, { ...of, ...subject, ...outcomes, ...risks, ...numbers, risk_max: risk_score });
      return;
    }
    addOutcomes(cell, outcomes);
    cell.medium += risks.medium;
    cell.high += risks.high;
    cell.critical += risks.critical;
    cell.risk_points += risks.risk_points;
    cell.records += risks.records;
    cell.risk_max = Math.max(cell.risk_max, risk_score);
    cell.seq_to = event.seq;
  }

  /** Many events share a slice, and formatting a time takes longer than comparing two. */
  #sliceOf(atMs: number): string {
    const sliceMs = atMs - (atMs % SLICE_MS);
    if (sliceMs !== this.#sliceMs) [this.#sliceMs, this.#sliceAt] = [sliceMs, new Date(sliceMs).toISOString()];
    return this.#sliceAt;
  }

  #keepLasts({ id, seq, created_at, sandbox, decision, ...event }: EventToCount): void {
    const subjects: [RecordKind, string | null][] = [
      ['AGENT', event.agent_id],
      ['RESOURCE', event.resource_id],
      ['KEY', event.api_key_id],
      ['ROUTE', event.route_id],
    ];
    for (const [kind, record_id] of subjects) {
      if (record_id === null) continue;
      const last = { kind, record_id, sandbox, at: created_at, seq, event_id: id, decision };
      this.lasts.set(`${kind} ${record_id} ${sandbox}`, last);
    }
  }

  #addDoor({ record: { door }, sandbox, created_at: at, decision }: EventToCount): void {
    if (door === undefined) return;
    const place = `${door} ${sandbox}`;
    const use = this.doors.get(place) ?? { door, sandbox, last_at: at, last_stopped_at: null, events: 0 };
    this.doors.set(place, use);
    use.events += 1;
    use.last_at = at;
    if (decision !== 'ALLOW') use.last_stopped_at = at;
  }

  #keepFirsts({ agent_id, resource_id, action, destination, created_at: first_at }: EventToCount): void {
    const acting = `${agent_id} ${action}`;
    if (!this.firstActions.has(acting)) this.firstActions.set(acting, { agent_id, action, first_at });
    const before = this.#uses.get(resource_id) ?? 0;
    this.#uses.set(resource_id, before + 1);
    if (destination === null || !EXTERNAL.has(destination)) return;
    const sending = `${resource_id} ${destination}`;
    if (this.firstDestinations.has(sending)) return;
    this.firstDestinations.set(sending, { resource_id, destination, agent_id, first_at, before });
  }
}

/** The recorded decision, and what an allowed event would have been under full enforcement. */
function outcomesOf({ decision, evaluated_decision }: EventToCount): Outcomes {
  const would = decision === 'ALLOW' ? evaluated_decision : null;
  return {
    events: 1,
    reviewed: Number(decision === 'REVIEW'),
    blocked: Number(decision === 'BLOCK'),
    would_review: Number(would === 'REVIEW'),
    would_block: Number(would === 'BLOCK'),
  };
}

function addOutcomes(to: Outcomes, { events, reviewed, blocked, would_review, would_block }: Outcomes): void {
  to.events += events;
  to.reviewed += reviewed;
  to.blocked += blocked;
  to.would_review += would_review;
  to.would_block += would_block;
}

/** The reasons for an event: each kind with each of its codes, which may occur twice. */
function codesOf({ action, destination, decision, record }: EventToCount): [kind: string, code: string][] {
  const { policy, riskFactors = [], dlpFindings = [] } = record;
  const { matchedPolicyIds = policy ? [policy.id] : [] } = record;
  const codes: [string, string][] = [['ACTION', action]];
  if (destination !== null) codes.push(['DESTINATION', destination]);
  if (policy) codes.push(['DECIDER', policy.id]);
  const cause = decision === 'ALLOW' ? null : causeCode(decision, record);
  if (cause !== null) codes.push(['CAUSE', cause]);
  for (const { code } of riskFactors) codes.push(['FACTOR', code]);
  for (const finding of dlpFindings) codes.push(['FINDING', finding]);
  for (const id of matchedPolicyIds) codes.push(['POLICY', id]);
  return codes;
}

/** The cause of an event that was stopped: a policy, a risk threshold, or a refusal. */
function causeCode(decision: DecisionWord, record: EventToCount['record']): string | null {
  const by = stopperOf(record);
  if (by === 'POLICY') return record.policy?.id ?? null;
  return by === 'RISK' ? `RISK_${decision}` : by;
}
