// SPDX-License-Identifier: Apache-2.0
/** The grants that would have answered most of the last reviews: people are asked less, and never about more. */
import type { Destination, DlpType, EventAction, GrantProposals } from '@svc/contract';
import {
  type GrantedActs,
  type GrantedCall,
  type GrantProposal,
  isBarredBy,
  isNeverGranted,
  proposeGrants,
  type ReviewedActs,
} from '@svc/core/grants';
import { selectLiveGrants } from '../../registry/grants/index.ts';
import { selectGuardrails } from '../../rules/guardrails/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';

const WITHIN_MS = 30 * 86_400_000;
const PROPOSALS_MAX = 20;
/** Acts that differ; of more, those that came most often. */
const ACTS_MAX = 5_000;

/** @throws ApiError 429 when too much is read at once */
export async function readGrantProposals(reads: Reads, reader: Reader): Promise<GrantProposals> {
  const { organizationId } = reader;
  const nowMs = reads.pool.clock.nowMs();
  const from = new Date(nowMs - WITHIN_MS);
  return await reads.run(reader, 'search', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const rows = await transaction.query<ActsRow>(SELECT_ACTS, [organizationId, from, ACTS_MAX]);
      const guardrails = [...(await selectGuardrails(transaction, organizationId)).values()];
      const isBarred = (acts: GrantedActs) => guardrails.some(({ claim }) => isBarredBy(claim, acts));
      const live = (await selectLiveGrants(transaction, organizationId)).filter(({ untilMs }) => untilMs > nowMs);
      const acts = rows.flatMap((row) => actsOf(row, isBarred));
      const proposals = proposeGrants(acts, live, PROPOSALS_MAX);
      const names = await selectNames(transaction, organizationId, proposals);
      const named = (id: string) => ({ id, name: names.get(id) ?? null });
      const allowed = new Set(rows.filter((row) => row.is_allowed).map((row) => row.event_id));
      return {
        reviews: rows.reduce((sum, row) => sum + row.reviews, 0),
        answered: proposals.reduce((sum, { answers }) => sum + answers, 0),
        items: proposals.map(({ bounds, eventId, answers }) => ({
          agent: named(bounds.agentId),
          action: bounds.action,
          resource: named(bounds.resourceId),
          destination: bounds.destination,
          call: bounds.call,
          dlpTypes: [...bounds.dlpTypes],
          recordsAffectedMax: bounds.recordsAffectedMax,
          policy: bounds.policyId === null ? null : named(bounds.policyId),
          answers,
          eventId,
          isAllowed: allowed.has(eventId),
        })),
      };
    }),
  );
}

/** None for acts that no grant may let through. */
function actsOf(row: ActsRow, isBarred: (acts: GrantedActs) => boolean): ReviewedActs[] {
  const { event_id: eventId, records_affected: records } = row;
  if (eventId === null || records === null || row.risk_level === 'CRITICAL' || row.dlp_types.some(isNeverGranted)) {
    return [];
  }
  const bounds = {
    agentId: row.agent_id,
    action: row.action,
    resourceId: row.resource_id,
    destination: row.destination,
    call: row.gateway,
    dlpTypes: row.dlp_types,
    recordsAffectedMax: records,
    policyId: row.policy_id,
  };
  if (isBarred({ ...bounds, classification: row.classification })) return [];
  return [{ bounds, eventId, reviews: row.reviews, denied: row.denied }];
}

/** Present names of agents, resources and policies, by id. */
async function selectNames(
  transaction: Transaction,
  organizationId: string,
  proposals: readonly GrantProposal[],
): Promise<ReadonlyMap<string, string>> {
  const ids = proposals.flatMap(({ bounds: { agentId, resourceId, policyId } }) => [
    agentId,
    resourceId,
    policyId ?? '',
  ]);
  const rows = await transaction.query<{ id: string; name: string }>(SELECT_NAMES, [
    organizationId,
    [...new Set(ids.filter((id) => id !== ''))],
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const SELECT_NAMES = `
  SELECT id, name FROM svc.agents WHERE organization_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT id, name FROM svc.resources WHERE organization_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT policy_id, name FROM svc.policy_revisions
  WHERE organization_id = $1 AND policy_id = ANY ($2::uuid[]) AND version_to IS NULL`;

interface ActsRow {
  [column: string]: unknown;
  agent_id: string;
  action: EventAction;
  resource_id: string;
  destination: Destination | null;
  records_affected: number | null;
  risk_level: string;
  classification: string;
  gateway: GrantedCall | null;
  dlp_types: DlpType[];
  policy_id: string | null;
  reviews: number;
  denied: number;
  /** The newest that was approved or waits. */
  event_id: string | null;
  /** Its review lets the approver make a grant. */
  is_allowed: boolean;
}

const SELECT_ACTS = `
  SELECT agent_id, action, resource_id, destination, records_affected, risk_level, classification,
    gateway::json AS gateway,
    dlp_types::json AS dlp_types, policy_id, count(*)::int AS reviews,
    (count(*) FILTER (WHERE status = 'DENIED'))::int AS denied,
    (array_agg(event_id ORDER BY event_id DESC) FILTER (WHERE status IN ('APPROVED', 'PENDING')))[1] AS event_id,
    bool_or(grants) AS is_allowed
  FROM (
    SELECT e.agent_id, e.action, e.resource_id, e.destination, e.records_affected, e.risk_level,
      e.record ->> 'classification' AS classification,
      CASE WHEN e.gateway_call IS NOT NULL THEN json_build_object('protocol', e.gateway_call -> 'protocol', 'routeId',
        e.gateway_call -> 'routeId', 'method', e.gateway_call -> 'method', 'tool', e.gateway_call -> 'tool')::text
        END AS gateway,
      COALESCE(e.record -> 'dlpFindings', '[]')::text AS dlp_types,
      CASE WHEN e.record -> 'cause' ->> 'by' = 'POLICY' THEN e.record -> 'policy' ->> 'id' END AS policy_id,
      r.status, r.event_id, r.grants
    FROM svc.reviews r JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    WHERE r.organization_id = $1 AND r.created_at >= $2 AND NOT r.sandbox
      AND COALESCE(e.record -> 'cause' ->> 'by', '') NOT IN ('BUDGET', 'TOOL')
  ) AS reviewed
  GROUP BY agent_id, action, resource_id, destination, records_affected, risk_level, classification, gateway,
    reviewed.dlp_types, policy_id
  ORDER BY count(*) DESC LIMIT $3`;
