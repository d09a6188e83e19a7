// SPDX-License-Identifier: Apache-2.0
/** One event with the reasons of its decision: from its stored facts, under the policies of that time. */

import {
  type EventDetail,
  EXPLAINED_FIELDS_MAX,
  EXPLAINED_POLICIES_MAX,
  LISTED_CONDITION_CHARACTERS_MAX,
  type PolicySpec,
  type PolicyTraceItem,
  UUID_PATTERN,
} from '@svc/contract';
import type { Authority } from '@svc/core/approvers';
import { explainPolicy, normalizePolicy, type PolicyFacts } from '@svc/core/policy';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { SET_AT_VERSION, setAtVersion } from '../../rules/policy-versions/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type Archive, NO_ARCHIVE, readArchived } from '../archive/index.ts';
import type { StoredContext } from '../recorder/index.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS, itemOf, reviewItemOf } from './event-item.ts';
import { MATCHED_POLICY_IDS } from './stored-event.ts';

/**
 * @param reader the organization and the role of the reader
 * @throws ApiError 404 when the organization has no such event
 */
export async function explainEvent(
  pool: pg.Pool,
  reader: Authority & { organizationId: string; accountId: string },
  eventId: string,
  archive: Archive = NO_ARCHIVE,
): Promise<EventDetail> {
  const { organizationId } = reader;
  const nowMs = pool.clock.nowMs();
  const detail = await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      const [event] = await transaction.query<ExplainedRow & Record<string, unknown>>(SELECT_EVENT, [
        organizationId,
        eventId,
      ]);
      if (event === undefined) throw new ApiError('not_found', { message: 'There is no such event.' });
      const [policies, audit] = await Promise.all([
        selectPolicies(transaction, organizationId, event),
        selectAudit(transaction, organizationId, event),
      ]);
      return {
        event: itemOf(event, nowMs),
        why: {
          riskFactors: riskFactorsOf(event),
          policySetVersion: event.record.policySetVersion,
          policies: policies.map((policy) => traceOf(policy, event)),
          policiesTotal: policies[0]?.total ?? 0,
        },
        review: reviewItemOf(event, reader, nowMs),
        audit,
      };
    },
    'snapshot',
  );
  return { ...detail, audit: await withArchived(pool, archive, organizationId, detail.audit) };
}

type ExplainedRow = EventItemRow & { matched_policy_ids: string[] };

const SELECT_EVENT = `
  SELECT ${ITEM_COLUMNS}, ${MATCHED_POLICY_IDS} AS matched_policy_ids
  FROM svc.events e
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ITEM_JOINS}
  WHERE e.organization_id = $1 AND e.id = $2`;

/** The last reasons are the sentences of the factors, one for each and in their order. */
function riskFactorsOf({ record }: EventItemRow): EventDetail['why']['riskFactors'] {
  const { riskFactors, reasons } = record;
  const sentences = reasons.slice(reasons.length - riskFactors.length);
  return riskFactors.map(({ code, points }, index) => ({ code, points, reason: sentences[index] ?? '' }));
}

interface PolicyRow {
  id: string;
  spec: PolicySpec;
  /** Policies in the whole set. */
  total: number;
}

async function selectPolicies(
  transaction: Transaction,
  organizationId: string,
  { record, matched_policy_ids: matchedPolicyIds }: ExplainedRow,
): Promise<PolicyRow[]> {
  return await transaction.query<PolicyRow & Record<string, unknown>>(SELECT_POLICIES, [
    ...setAtVersion(organizationId, record.policySetVersion),
    matchedPolicyIds,
    EXPLAINED_POLICIES_MAX,
  ]);
}

/** The set at that version: the matching policies in the order of the decision, then the others by name. */
const SELECT_POLICIES = `
  SELECT p.policy_id AS id, p.spec, count(*) OVER ()::int AS total
  FROM ${SET_AT_VERSION} p
  ORDER BY array_position($5::uuid[], p.policy_id) NULLS LAST, p.name COLLATE "C"
  LIMIT $6`;

function traceOf({ id, spec }: PolicyRow, event: EventItemRow): PolicyTraceItem {
  const { matched, fields, isTruncated } = explainPolicy(spec, factsOf(event));
  const { decision, mode, resource } = normalizePolicy(spec);
  return {
    id,
    name: spec.name,
    decision,
    mode,
    resource,
    matched,
    decided: event.record.policy?.id === id,
    fields: fields.slice(0, EXPLAINED_FIELDS_MAX).map((field) => ({ ...field })),
    isTruncated: isTruncated || fields.length > EXPLAINED_FIELDS_MAX,
    ...(matched && isShort(spec) && { policy: { ...spec } }),
  };
}

function isShort(spec: PolicySpec): boolean {
  return JSON.stringify(spec).length <= LISTED_CONDITION_CHARACTERS_MAX;
}

/** Every fact that a policy can test, from the columns and the record of the event alone. */
export function factsOf(event: EventItemRow): PolicyFacts {
  const { record } = event;
  return {
    agentId: event.agent_id,
    action: event.action,
    classification: record.classification as PolicyFacts['classification'],
    destination: event.destination,
    recordsAffected: event.records_affected,
    dlpTypes: record.dlpFindings as PolicyFacts['dlpTypes'],
    lgpdCategories: record.lgpdCategories as PolicyFacts['lgpdCategories'],
    containsSensitiveData: record.dlpFindings.length > 0,
    outsideBusinessHours: record.riskFactors.some(({ code }) => code === 'OUTSIDE_BUSINESS_HOURS'),
    riskScore: event.risk_score,
  };
}

interface AuditRow {
  seq: number;
  at: Date;
  kind: string;
  actor_type: string;
  actor_id: string;
  key_name: string | null;
  hash: string;
  prev_hash: string;
}

type AuditPart = { seqs: number[]; rows: EventDetail['audit'] };

async function selectAudit(
  transaction: Transaction,
  organizationId: string,
  { seq, review_audit_seq: reviewSeq, review_note_erased_seq: erasedSeq, review_votes: votes, ...row }: EventItemRow,
): Promise<AuditPart> {
  const ofVotes = (votes ?? []).flatMap((vote) => [vote.seq, vote.erasedSeq]);
  const ofAct = [...(row.entries ?? []), ...erasuresOf(row.context)];
  const seqs = [seq, reviewSeq, erasedSeq, ...ofVotes, ...ofAct].filter((one) => one !== null);
  const rows = await transaction.query<AuditRow & Record<string, unknown>>(SELECT_AUDIT, [organizationId, seqs]);
  const items = rows.map((entry) => ({
    seq: entry.seq,
    at: entry.at.toISOString(),
    kind: entry.kind,
    actor: { type: entry.actor_type, id: entry.actor_id, name: entry.key_name },
    hash: entry.hash,
    prevHash: entry.prev_hash,
  }));
  return { seqs, rows: items };
}

/** Entries that have left their table come from the archive. */
async function withArchived(
  pool: pg.Pool,
  archive: Archive,
  organizationId: string,
  { seqs, rows }: AuditPart,
): Promise<EventDetail['audit']> {
  const lacking = seqs.filter((one) => !rows.some(({ seq }) => seq === one));
  const archived = [...(await readArchived(pool, archive, organizationId, lacking)).values()];
  if (archived.length === 0) return rows;
  const keyIds = archived.flatMap(({ actor }) => (actor.type === 'key' ? [actor.id] : []));
  const keys = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ id: string; name: string }>(SELECT_KEY_NAMES, [organizationId, keyIds]),
  );
  const nameOf = new Map(keys.map(({ id, name }) => [id, name]));
  const items = archived.map(({ seq, at, kind, actor, hash, prevHash }) => ({
    seq,
    at,
    kind,
    actor: { ...actor, name: nameOf.get(actor.id) ?? null },
    hash,
    prevHash,
  }));
  return [...rows, ...items].sort((one, other) => one.seq - other.seq);
}

const SELECT_KEY_NAMES = 'SELECT id, name FROM svc.api_keys WHERE organization_id = $1 AND id::text = ANY ($2::text[])';

/** Numbers of the entries by which words of the agent were erased. */
function erasuresOf(context: StoredContext | null): number[] {
  return [...new Set(Object.values(context ?? {}).flatMap(({ erasedSeq }) => erasedSeq ?? []))];
}

/** By number: the event, its review, its act and its context name the entries about them. */
const SELECT_AUDIT = `
  SELECT a.seq, a.at, a.kind, a.actor_type, a.actor_id, k.name AS key_name, encode(a.hash, 'hex') AS hash,
    encode(a.prev_hash, 'hex') AS prev_hash
  FROM svc.audit_entries a
    LEFT JOIN LATERAL (
      SELECT name FROM svc.api_keys
      WHERE organization_id = $1
        AND id = CASE WHEN a.actor_type = 'key' AND a.actor_id ~ '${UUID_PATTERN}' THEN a.actor_id::uuid END
      OFFSET 0
    ) AS k ON true
  WHERE a.organization_id = $1 AND a.seq = ANY ($2::bigint[])
  ORDER BY a.seq`;
