// SPDX-License-Identifier: Apache-2.0
/** Whether a grant lets an act through. */
import type { Destination, DlpType, EventAction, GrantHindrance } from '@svc/contract';
import type { Counter } from '../budgets/index.ts';
import type { DecisionResult } from '../decision/index.ts';
import type { GrantedCall, GrantRule } from './rule.ts';

export interface GrantedAct {
  readonly agentId: string;
  readonly action: EventAction;
  readonly resourceId: string;
  readonly destination: Destination | null;
  readonly recordsAffected: number | null;
  readonly call: GrantedCall | null;
  readonly sandbox: boolean;
  readonly hasOpenAnomaly: boolean;
  readonly atMs: number;
}

/** Content with these may only be let through by a person who looks at it. */
const NEVER_GRANTED: ReadonlySet<DlpType> = new Set(['HEALTH_DATA', 'API_KEY', 'PRIVATE_KEY']);
export const isNeverGranted = (type: DlpType): boolean => NEVER_GRANTED.has(type);

type Asked = Pick<DecisionResult, 'decision' | 'riskLevel' | 'dlpFindings'> & {
  readonly cause: Pick<DecisionResult['cause'], 'by'>;
  readonly approvals: { readonly grants: boolean };
};
type Circumstances = Pick<GrantedAct, 'sandbox' | 'hasOpenAnomaly' | 'recordsAffected'>;

/** Why no grant lets such an act through; null where one may. */
export function grantHindrance(asked: Asked, act: Circumstances): GrantHindrance | null {
  if (asked.decision !== 'REVIEW') return 'DECISION';
  if (asked.cause.by === 'BUDGET' || asked.cause.by === 'TOOL') return asked.cause.by;
  if (!asked.approvals.grants) return 'POLICY';
  if (asked.riskLevel === 'CRITICAL') return 'CRITICAL';
  if (asked.dlpFindings.some(isNeverGranted)) return 'FINDINGS';
  if (act.hasOpenAnomaly) return 'ANOMALY';
  if (act.sandbox) return 'SANDBOX';
  return act.recordsAffected === null ? 'NO_RECORDS' : null;
}

const NO_GRANTS: readonly GrantRule[] = Object.freeze([]);

/** The grants that let the act through while they have uses left, the one that ends first before others. */
export function matchingGrants(
  grants: readonly GrantRule[] | undefined,
  result: DecisionResult,
  act: GrantedAct,
): readonly GrantRule[] {
  if (grants === undefined || grantHindrance(result, act) !== null) return NO_GRANTS;
  const matching = grants.filter((grant) => lets(grant, result, act));
  return matching.length < 2
    ? matching
    : matching.sort((left, right) => left.untilMs - right.untilMs || (left.id < right.id ? -1 : 1));
}

/** The policy that asked for the review; null where the risk score did. */
export const askedBy = ({ cause, policy }: Pick<DecisionResult, 'cause' | 'policy'>): string | null =>
  cause.by === 'POLICY' ? (policy?.id ?? null) : null;

function lets(grant: GrantRule, result: DecisionResult, act: GrantedAct): boolean {
  return (
    grant.agentId === act.agentId &&
    grant.action === act.action &&
    grant.resourceId === act.resourceId &&
    grant.destination === act.destination &&
    grant.policyId === askedBy(result) &&
    isSameCall(grant.call, act.call) &&
    act.recordsAffected !== null &&
    act.recordsAffected <= grant.recordsAffectedMax &&
    act.atMs < grant.untilMs &&
    result.dlpFindings.every((type) => grant.dlpTypes.includes(type))
  );
}

function isSameCall(one: GrantedCall | null, other: GrantedCall | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.protocol === other.protocol &&
    one.routeId === other.routeId &&
    one.method === other.method &&
    one.tool === other.tool
  );
}

/** The count of its uses. */
export const counterOfGrant = ({ id }: Pick<GrantRule, 'id'>): Counter => ({
  name: id,
  of: id,
  sandbox: false,
  bucket: '',
  windowStartMs: 0,
  windowEndMs: null,
});
