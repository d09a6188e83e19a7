// SPDX-License-Identifier: Apache-2.0
/** Checks that the database's records of one organization agree with each other. It does not ask the service. */
import { createPublicKey } from 'node:crypto';
import { type AuditEntry, verifyEntries } from '@svc/core/audit-chain';
import { openTree } from '@svc/core/audit-tree';
import { originOf, readCheckpoint, verifierKeyOf } from '@svc/core/checkpoint';
import type { TestDatabase } from '#harness/postgres';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import type { Told } from './ledger.ts';

interface EventRow {
  id: string;
  seq: number;
  sandbox: boolean;
  decision: string;
  month: string;
}

interface HeadRow {
  audit_seq: number;
  audit_hash: string;
  usage_month: string;
  usage_events: number;
}

export interface Evidence {
  entries: AuditEntry[];
  events: EventRow[];
  head: HeadRow;
  /** Signed notes, the smallest first. */
  checkpoints: string[];
  /** The deployment's key in DER; null before the first checkpoint. */
  signingKey: Buffer | null;
  /** Idempotency key -> id of its event. */
  idsByKey: Map<string, string>;
  reviewedIds: string[];
  /** A webhook endpoint gets each LIVE decision other than ALLOW. */
  deliveredIds: string[];
}

export async function readEvidence(database: TestDatabase, organization: string): Promise<Evidence> {
  const read = <Row extends object>(text: string) =>
    readRows<Row>(database, `${text} JOIN svc.organizations o USING (organization_id) WHERE o.name = $1`, [
      organization,
    ]);
  const [head] = await read<HeadRow>(
    `SELECT audit_seq::int, encode(audit_hash, 'hex') AS audit_hash, usage_month::text, usage_events::int
     FROM svc.organization_heads`,
  );
  if (head === undefined) throw new Error(`${organization} has no head`);
  const keys = await read<{ key: string; event_id: string }>('SELECT key, event_id FROM svc.idempotency_records');
  const reviews = await read<{ event_id: string }>('SELECT event_id FROM svc.reviews');
  const deliveries = await read<{ event_id: string }>('SELECT event_id FROM svc.webhook_deliveries');
  const checkpoints = await read<{ note: string }>('SELECT c.note FROM svc.audit_checkpoints c');
  const [key] = await readRows(database, SELECT_SIGNING_KEY);
  return {
    checkpoints: checkpoints.map(({ note }) => note),
    signingKey: key?.der ?? null,
    entries: await readAuditEntries(database, organization),
    events: await read<EventRow>(
      `SELECT e.id, e.seq::int, e.sandbox, e.decision,
         to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-01') AS month FROM svc.events e`,
    ),
    head,
    idsByKey: new Map(keys.map(({ key, event_id }) => [key, event_id])),
    reviewedIds: reviews.map(({ event_id }) => event_id),
    deliveredIds: deliveries.map(({ event_id }) => event_id),
  };
}

/** The 32 bytes of an Ed25519 key behind their DER prefix (RFC 8410). */
const SELECT_SIGNING_KEY = `
  SELECT decode('302a300506032b6570032100', 'hex') || public_key AS der FROM svc.audit_signing_keys`;

/**
 * Returns one sentence for each broken promise.
 * @param told the answers that clients got
 * @param endpoints webhook endpoints of the organization
 */
export function inconsistencies(evidence: Evidence, told: Told, endpoints: number): string[] {
  const { entries, events, head, idsByKey } = evidence;
  const decisions = entries.filter(({ kind }) => kind === 'decision.recorded');
  const live = events.filter(({ sandbox }) => !sandbox);
  const idsOf = (rows: readonly EventRow[]) => rows.map(({ id }) => id);
  return [
    ...chainFaults(entries, head),
    ...checkpointFaults(evidence),
    ...differences(
      'entries and events, by number and id',
      decisions.map(({ seq, subject }) => `${seq} ${subject.id}`),
      events.map(({ seq, id }) => `${seq} ${id}`),
    ),
    ...differences(
      'words of entries and events',
      decisions.map(({ subject, metadata }) => `${subject.id} ${metadata.decision}`),
      events.map(({ id, decision }) => `${id} ${decision}`),
    ),
    ...differences('keys that were answered and keys that are stored', lines(told.idsByKey), lines(idsByKey)),
    // Each event belongs to one key, or to a client without one, which may not have received its answer.
    ...missing('events of keys', [...idsByKey.values()], idsOf(events)),
    ...missing('events of clients without a key', [...told.keylessIds], without(idsOf(events), [...idsByKey.values()])),
    ...differences(
      'reviews and events to review',
      evidence.reviewedIds,
      idsOf(events.filter(({ decision }) => decision === 'REVIEW')),
    ),
    ...differences(
      'deliveries and events to deliver',
      evidence.deliveredIds,
      idsOf(live.filter(({ decision }) => decision !== 'ALLOW')).flatMap((id) => Array(endpoints).fill(id)),
    ),
    ...differences(
      'usage of the month',
      [`${head.usage_events}`],
      [`${live.filter(({ month }) => month === head.usage_month).length}`],
    ),
  ];
}

function chainFaults(entries: readonly AuditEntry[], head: HeadRow): string[] {
  const verified = verifyEntries(entries);
  if (verified.fault !== null) return [verified.fault.message];
  return differences(
    'end of the chain and head row',
    [`${verified.head.seq} ${verified.head.hash}`],
    [`${head.audit_seq} ${head.audit_hash}`],
  );
}

/** Every note is signed by the one key, over the present entries: lost entries were never signed. */
function checkpointFaults({ entries, checkpoints, signingKey }: Evidence): string[] {
  if (signingKey === null) return checkpoints.length === 0 ? [] : ['checkpoints without a signing key'];
  const key = createPublicKey({ key: signingKey, format: 'der', type: 'spki' });
  const verifierKey = verifierKeyOf(originOf(entries[0]?.organizationId ?? ''), key);
  const signed = checkpoints
    .map((note) => readCheckpoint(note, verifierKey))
    .sort((one, other) => one.size - other.size);
  const tree = openTree();
  return signed.flatMap(({ size, root }) => {
    while (tree.size < size && tree.size < entries.length) tree.append(entries[tree.size]?.hash ?? '');
    return tree.size === size && root.equals(tree.root()) ? [] : [`the checkpoint over ${size} entries is of others`];
  });
}

function lines(map: ReadonlyMap<string, string>): string[] {
  return [...map].map(([key, value]) => `${key} ${value}`);
}

const SHOWN_MAX = 3;

/** Compares two lists as multisets: a duplicate in one must be a duplicate in the other. */
function differences(what: string, left: readonly string[], right: readonly string[]): string[] {
  const onlyLeft = without(left, right);
  const onlyRight = without(right, left);
  if (onlyLeft.length === 0 && onlyRight.length === 0) return [];
  return [`${what}: only in the first ${some(onlyLeft)}, only in the second ${some(onlyRight)}`];
}

function missing(what: string, wanted: readonly string[], there: readonly string[]): string[] {
  const lost = without(wanted, there);
  return lost.length === 0 ? [] : [`${what} that are missing, or there twice: ${some(lost)}`];
}

function some(list: readonly string[]): string {
  return `${list.length} (${list.slice(0, SHOWN_MAX).join(', ')})`;
}

/** The rest of a list after each item of the other has removed an equal one. */
function without(from: readonly string[], what: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of what) counts.set(item, (counts.get(item) ?? 0) + 1);
  return from.filter((item) => {
    const left = counts.get(item) ?? 0;
    counts.set(item, left - 1);
    return left <= 0;
  });
}
