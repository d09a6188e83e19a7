// SPDX-License-Identifier: Apache-2.0
/** Reads the news of an organization between two audit numbers, as the messages of its streams. */
import type { DecisionWord } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { ITEMS_PER_MESSAGE_MAX } from './limits.ts';

interface Message {
  event: 'decisions' | 'reviews' | 'acts' | 'anomalies' | 'changes';
  data: object;
}

export interface Slice {
  organizationId: string;
  /** The number of the last entry that is known. */
  after: number;
  until: number;
  /** Decisions that may be told one by one. */
  decisionsMax: number;
}

export interface NewsOfSlice {
  messages: Message[];
  decisionsTold: number;
  /** Accounts whose rights may have changed; null for those of everybody. */
  accountIds: readonly string[] | null;
}

export async function readNews(transaction: Transaction, slice: Slice): Promise<NewsOfSlice> {
  const range = [slice.organizationId, slice.after, slice.until];
  const [counts, decisions, created, acts, entries] = await Promise.all([
    transaction.query<CountRow>(COUNT_DECISIONS, range),
    slice.decisionsMax === 0
      ? Promise.resolve([])
      : transaction.query<DecisionRow>(SELECT_DECISIONS, [...range, slice.decisionsMax]),
    transaction.query<ReviewRow>(SELECT_REVIEWS, [...range, ITEMS_PER_MESSAGE_MAX + 1]),
    transaction.query<{ eventId: string }>(SELECT_ACTS, [...range, ITEMS_PER_MESSAGE_MAX + 1]),
    transaction.query<EntryRow>(SELECT_ENTRIES, [...range, 4 * ITEMS_PER_MESSAGE_MAX + 1]),
  ]);
  const isCut = entries.length > 4 * ITEMS_PER_MESSAGE_MAX;
  return {
    messages: [
      ...decisionsMessage(counts, decisions),
      ...message('reviews', [...created, ...entries.filter(isOf('review.')).map(resolutionOf)], isCut),
      ...message('acts', acts, false),
      ...message('anomalies', entries.filter(isOf('anomaly.')).map(anomalyOf), isCut),
      ...message('changes', entries.filter(isChange).map(changeOf), isCut),
    ],
    decisionsTold: decisions.length,
    accountIds: accountsOf(entries, isCut),
  };
}

interface CountRow extends Record<string, unknown> {
  sandbox: boolean;
  decision: DecisionWord;
  count: number;
}
type DecisionRow = Record<string, unknown>;
type ReviewRow = Record<string, unknown>;
interface EntryRow extends Record<string, unknown> {
  seq: number;
  at: Date;
  kind: string;
  actor_type: string;
  actor_id: string;
  subject_type: string;
  subject_id: string;
}

function decisionsMessage(counts: readonly CountRow[], items: readonly DecisionRow[]): Message[] {
  if (counts.length === 0) return [];
  const ofKind = (sandbox: boolean) => {
    const numbers: Record<DecisionWord, number> = { ALLOW: 0, REVIEW: 0, BLOCK: 0 };
    for (const row of counts) if (row.sandbox === sandbox) numbers[row.decision] = row.count;
    return numbers;
  };
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const data = { live: ofKind(false), sandbox: ofKind(true), items, isSampled: items.length < total };
  return [{ event: 'decisions', data }];
}

/** `isMore`: not all are told one by one. */
function message(event: Message['event'], all: readonly object[], isCut: boolean): Message[] {
  if (all.length === 0 && !isCut) return [];
  const items = all.slice(0, ITEMS_PER_MESSAGE_MAX);
  return [{ event, data: { items, isMore: isCut || items.length < all.length } }];
}

const isOf = (prefix: string) => (entry: EntryRow) => entry.kind.startsWith(prefix);
const isChange = (entry: EntryRow) => !isOf('review.')(entry) && !isOf('anomaly.')(entry);

const STATUS_OF: Readonly<Record<string, string>> = {
  'review.approved': 'APPROVED',
  'review.denied': 'DENIED',
  'review.expired': 'EXPIRED',
};

function resolutionOf({ kind, at, actor_type, actor_id, subject_id }: EntryRow): object {
  const by = actor_type === 'user' ? actor_id : null;
  return { eventId: subject_id, status: STATUS_OF[kind] ?? null, at: at.toISOString(), by };
}

function anomalyOf({ kind, at, subject_id }: EntryRow): object {
  return { id: subject_id, kind, at: at.toISOString() };
}

function changeOf({ kind, at, actor_type, actor_id, subject_type, subject_id }: EntryRow): object {
  return {
    kind,
    at: at.toISOString(),
    actor: { type: actor_type, id: actor_id },
    subject: { type: subject_type, id: subject_id },
  };
}

function accountsOf(entries: readonly EntryRow[], isCut: boolean): readonly string[] | null {
  if (isCut || entries.some(isOf('organization.'))) return null;
  return entries.filter(isOf('member.')).map(({ subject_id }) => subject_id);
}

const IN_RANGE = `organization_id = $1 AND sandbox = ANY ('{false,true}') AND seq > $2 AND seq <= $3`;

const COUNT_DECISIONS = `
  SELECT sandbox, decision, count(*)::int AS count FROM svc.events WHERE ${IN_RANGE} GROUP BY sandbox, decision`;

/** The newest of the range. */
const SELECT_DECISIONS = `
  SELECT id, seq, created_at AS "createdAt", sandbox,
    json_build_object('id', agent_id, 'name', record ->> 'agent') AS agent,
    json_build_object('id', resource_id, 'name', record ->> 'resource') AS resource, action, destination,
    records_affected AS "recordsAffected", decision, risk_level AS "riskLevel", risk_score AS "riskScore"
  FROM (SELECT * FROM svc.events WHERE ${IN_RANGE} ORDER BY seq DESC LIMIT $4) AS newest
  ORDER BY seq`;

const SELECT_REVIEWS = `
  SELECT e.id AS "eventId", 'PENDING' AS status, e.created_at AS at, e.sandbox, r.expires_at AS "expiresAt"
  FROM (SELECT * FROM svc.events WHERE ${IN_RANGE} AND decision = 'REVIEW' ORDER BY seq LIMIT $4) AS e
    JOIN svc.reviews r ON r.organization_id = $1 AND r.event_id = e.id
  ORDER BY e.seq`;

/** Kinds of entries about allowed acts, which come as often as decisions. */
const ACT_KINDS = `('gateway.called', 'redemption.made', 'redemption.refused', 'outcome.reported', 'outcome.amended')`;

const SELECT_ACTS = `
  SELECT DISTINCT subject_id AS "eventId" FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3 AND kind IN ${ACT_KINDS}
  ORDER BY subject_id LIMIT $4`;

/** Everything but the decisions and what became of their acts. */
const SELECT_ENTRIES = `
  SELECT seq, at, kind, actor_type, actor_id, subject_type, subject_id
  FROM svc.audit_entries
  WHERE organization_id = $1 AND seq > $2 AND seq <= $3 AND kind <> 'decision.recorded'
    AND kind NOT IN ${ACT_KINDS}
  ORDER BY seq LIMIT $4`;
