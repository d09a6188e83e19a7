// SPDX-License-Identifier: Apache-2.0
/** The grants that would have answered most of the last reviews: people are asked less, and never about more. */
import type { Destination, DlpType, EventAction } from '@svc/contract';
import { type GrantedCall, type GrantProposal, isNeverGranted, proposeGrants } from '@svc/core/grants';
import type { Transaction } from '../../storage/db/index.ts';

export const PROPOSAL_DAYS = 30;
const PROPOSALS_MAX = 20;
/** Acts that differ; of more, those that came most often. */
const ACTS_MAX = 5_000;

export interface GrantProposals {
  /** Reviews of these days, and those that the proposals would have answered. */
  reviews: number;
  answered: number;
  proposals: readonly (GrantProposal & { isAllowed: boolean })[];
}

/** @param from the first moment of the days that are looked at */
export async function selectGrantProposals(
  transaction: Transaction,
  organizationId: string,
  from: Date,
): Promise<GrantProposals> {
  const rows = await transaction.query<ActsRow>(SELECT_ACTS, [organizationId, from, ACTS_MAX]);
  const acts = rows
    .filter((row) => row.event_id !== null && row.records_affected !== null && row.risk_level !== 'CRITICAL')
    .filter(({ dlp_types: types }) => !types.some(isNeverGranted))
    .map((row) => ({
      bounds: {
        agentId: row.agent_id,
        action: row.action,
        resourceId: row.resource_id,
        destination: row.destination,
        call: row.gateway,
        dlpTypes: row.dlp_types,
        recordsAffectedMax: row.records_affected ?? 0,
        policyId: row.policy_id,
      },
      eventId: row.event_id ?? '',
      reviews: row.reviews,
      denied: row.denied,
    }));
  const allowing = new Set(rows.filter(({ is_allowed: isAllowed }) => isAllowed).map((row) => row.event_id));
  const proposals = proposeGrants(acts, PROPOSALS_MAX).map((proposal) => ({
    ...proposal,
    isAllowed: allowing.has(proposal.eventId),
  }));
  return {
    reviews: rows.reduce((sum, row) => sum + row.reviews, 0),
    answered: proposals.reduce((sum, { answers }) => sum + answers, 0),
    proposals,
  };
}

interface ActsRow {
  [column: string]: unknown;
  agent_id: string;
  action: EventAction;
  resource_id: string;
  destination: Destination | null;
  records_affected: number | null;
  risk_level: string;
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
  SELECT agent_id, action, resource_id, destination, records_affected, risk_level, gateway::json AS gateway,
    dlp_types::json AS dlp_types, policy_id, count(*)::int AS reviews,
    (count(*) FILTER (WHERE status = 'DENIED'))::int AS denied,
    (array_agg(event_id ORDER BY event_id DESC) FILTER (WHERE status IN ('APPROVED', 'PENDING')))[1] AS event_id,
    bool_or(grants) AS is_allowed
  FROM (
    SELECT e.agent_id, e.action, e.resource_id, e.destination, e.records_affected, e.risk_level,
      CASE WHEN e.gateway_call IS NOT NULL THEN json_build_object('protocol', e.gateway_call -> 'protocol', 'routeId',
        e.gateway_call -> 'routeId', 'method', e.gateway_call -> 'method', 'tool', e.gateway_call -> 'tool')::text
        END AS gateway,
      COALESCE(e.record -> 'dlpFindings', '[]')::text AS dlp_types,
      CASE WHEN e.record -> 'cause' ->> 'by' = 'POLICY' THEN e.record -> 'policy' ->> 'id' END AS policy_id,
      r.status, r.event_id, r.grants
    FROM svc.reviews r JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    WHERE r.organization_id = $1 AND r.created_at >= $2 AND NOT r.sandbox
      AND COALESCE(e.record -> 'cause' ->> 'by', '') <> 'BUDGET'
  ) AS reviewed
  GROUP BY agent_id, action, resource_id, destination, records_affected, risk_level, gateway, reviewed.dlp_types,
    policy_id
  ORDER BY count(*) DESC LIMIT $3`;
