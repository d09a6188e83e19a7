// SPDX-License-Identifier: Apache-2.0
/** Whether a grant may be made for the act of a review, and what it would bind. */
import type { Classification, Destination, DlpType, EventAction, GrantHindrance } from '@svc/contract';
import { askedBy, type GrantRule, grantHindrance, isBarredBy } from '@svc/core/grants';
import { decisionOf, type EventRow } from '../../record/events/index.ts';
import type { GatewayCallDraft } from '../../record/recorder/index.ts';
import { selectGuardrails } from '../../rules/guardrails/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface Grantable {
  hindrance: GrantHindrance | null;
  /** The guardrail that speaks against it. */
  guardrail: string | null;
  /** How far its end may lie away, in hours. */
  hoursMax: number;
  /** The act with its own number of records; null where it told none. */
  acts: Bound | null;
}

/** The fields that a grant copies from the act. */
export type Bound = Omit<GrantRule, 'id' | 'untilMs' | 'usesMax'> & { classification: Classification };

interface GroundsRow {
  [column: string]: unknown;
  resource_id: string;
  records_affected: number | null;
  gateway_call: GatewayCallDraft | null;
  grants: boolean;
  has_open_anomaly: boolean;
  is_same_resource: boolean;
  is_same_policy: boolean;
  risk_review_at: number;
  defaults_grant: boolean;
  grant_hours_max: number;
}

/** It holds under the head's lock; without it, until the next change. */
export async function grantableOf(
  transaction: Transaction,
  organizationId: string,
  review: EventRow,
  nowMs: number,
): Promise<Grantable> {
  const { cause, policy, riskLevel, dlpFindings } = decisionOf(review, nowMs);
  const { agent_id: agentId, action, destination, record, sandbox } = review;
  const policyId = askedBy({ cause, policy });
  const values = [organizationId, review.id, policyId, record.policySetVersion, record.classification];
  const [row] = await transaction.query<GroundsRow>(SELECT_GROUNDS, values);
  if (row === undefined) throw new Error('a review without its event');
  const { records_affected: recordsAffected, grant_hours_max: hoursMax } = row;
  const circumstances = { sandbox, recordsAffected, hasOpenAnomaly: row.has_open_anomaly };
  const asked = { decision: review.decision, riskLevel, dlpFindings, approvals: { grants: row.grants }, cause };
  const byAct = grantHindrance(asked, circumstances);
  const acts = boundOf({ agentId, action, destination, dlpTypes: dlpFindings }, row, record, policyId);
  const answer = { guardrail: null, hoursMax, acts };
  if (hoursMax === 0) return { ...answer, hindrance: 'OFF' };
  if (byAct !== null || acts === null) return { ...answer, hindrance: byAct ?? 'NO_RECORDS' };
  const isSame = policyId === null ? row.defaults_grant && cause.threshold === row.risk_review_at : row.is_same_policy;
  if (!isSame) return { ...answer, hindrance: 'POLICY_CHANGED' };
  if (!row.is_same_resource) return { ...answer, hindrance: 'RESOURCE' };
  const guardrails = await selectGuardrails(transaction, organizationId);
  const barring = [...guardrails.values()].find(({ claim }) => isBarredBy(claim, acts));
  return barring === undefined
    ? { ...answer, hindrance: null }
    : { ...answer, hindrance: 'GUARDRAIL', guardrail: barring.name };
}

function boundOf(
  act: { agentId: string; action: EventAction; destination: Destination | null; dlpTypes: readonly DlpType[] },
  { resource_id: resourceId, records_affected: recordsAffectedMax, gateway_call: call }: GroundsRow,
  { classification }: EventRow['record'],
  policyId: string | null,
): Bound | null {
  if (recordsAffectedMax === null) return null;
  return {
    ...act,
    resourceId,
    classification: classification as Classification,
    call:
      call === null ? null : { protocol: call.protocol, routeId: call.routeId, method: call.method, tool: call.tool },
    recordsAffectedMax,
    policyId,
  };
}

/** A policy is the same while its revision is older than the decision. */
const SELECT_GROUNDS = `
  SELECT e.resource_id, e.records_affected, e.gateway_call, r.grants, o.risk_review_at, o.grant_hours_max,
    COALESCE((o.review_defaults ->> 'grants')::boolean, false) AS defaults_grant,
    EXISTS (
      SELECT FROM svc.anomalies n WHERE n.organization_id = $1 AND n.agent_id = e.agent_id AND n.closed_at IS NULL
    ) AS has_open_anomaly,
    EXISTS (
      SELECT FROM svc.resources s WHERE s.organization_id = $1 AND s.id = e.resource_id AND s.classification = $5
    ) AS is_same_resource,
    EXISTS (
      SELECT FROM svc.policy_revisions p
      WHERE p.organization_id = $1 AND p.policy_id = $3::uuid AND p.version_to IS NULL AND p.version_from <= $4::bigint
    ) AS is_same_policy
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    JOIN svc.organizations o ON o.organization_id = r.organization_id
  WHERE r.organization_id = $1 AND r.event_id = $2`;

/** Why, for a person. */
export function hindranceSentence({ hindrance, guardrail }: Pick<Grantable, 'hindrance' | 'guardrail'>): string {
  const sentences: Readonly<Record<GrantHindrance, string>> = {
    OFF: 'The organization lets nobody make grants: its grantHoursMax is 0.',
    DECISION: 'The decision is no review.',
    BUDGET: 'A budget asks for this review, which no grant answers.',
    TOOL: 'The definition of a tool asks for this review, which no grant answers.',
    POLICY: 'What asks for this review does not allow grants.',
    POLICY_CHANGED: 'What asks for this review was changed since.',
    CRITICAL: 'The risk of the act is CRITICAL.',
    FINDINGS: 'Its content has health data or a credential.',
    ANOMALY: 'The agent has an open anomaly.',
    SANDBOX: 'The act is one of a TEST key.',
    NO_RECORDS: 'The act does not say how many records it affects.',
    RESOURCE: 'The resource was deleted or reclassified since.',
    GUARDRAIL: `The guardrail ${JSON.stringify(guardrail)} asks for a person.`,
  };
  return hindrance === null ? '' : sentences[hindrance];
}
