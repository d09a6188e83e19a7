/** Sums over a period by agent, resource and policy, for lists. They are a few seconds behind the decisions. */
import type { Transaction } from '../db/index.ts';

interface Period {
  organizationId: string;
  /** Decisions of TEST keys, or of LIVE ones. */
  sandbox: boolean;
  /** Hours that begin at `from` or later, and before `to`. */
  from: Date;
  to: Date;
}

/** Decisions as recorded. The two last are allowed ones that full enforcement would have stopped. */
interface Totals {
  events: number;
  reviewed: number;
  blocked: number;
  wouldReview: number;
  wouldBlock: number;
}

interface TotalsRow extends Totals {
  [column: string]: unknown;
  id: string;
}

/** @returns agents with decisions in the period */
export async function readTotalsByAgent(
  transaction: Transaction,
  period: Period,
): Promise<(Totals & { id: string })[]> {
  return await transaction.query<TotalsRow>(TOTALS_BY_AGENT, valuesOf(period));
}

/** @returns resources with decisions in the period */
export async function readTotalsByResource(
  transaction: Transaction,
  period: Period,
): Promise<(Totals & { id: string })[]> {
  return await transaction.query<TotalsRow>(TOTALS_BY_RESOURCE, valuesOf(period));
}

/** @returns policies that matched in the period; `decided` counts the decisions that name the policy */
export async function readTotalsByPolicy(
  transaction: Transaction,
  period: Period,
): Promise<{ id: string; matched: Totals; decided: Totals }[]> {
  const rows = await transaction.query<TotalsRow & { kind: 'POLICY' | 'DECIDER' }>(TOTALS_BY_POLICY, valuesOf(period));
  const policies = new Map<string, { id: string; matched: Totals; decided: Totals }>();
  for (const { id, kind, ...totals } of rows) {
    const policy = policies.get(id) ?? { id, matched: { ...NONE }, decided: { ...NONE } };
    policies.set(id, { ...policy, [kind === 'POLICY' ? 'matched' : 'decided']: totals });
  }
  return [...policies.values()];
}

const NONE: Totals = { events: 0, reviewed: 0, blocked: 0, wouldReview: 0, wouldBlock: 0 };

function valuesOf({ organizationId, sandbox, from, to }: Period): unknown[] {
  return [organizationId, sandbox, from, to];
}

/** Sums of bigint are numeric, which the driver gives as text. */
const SUMS = `
    sum(events)::bigint AS events, sum(reviewed)::bigint AS reviewed, sum(blocked)::bigint AS blocked,
    sum(would_review)::bigint AS "wouldReview", sum(would_block)::bigint AS "wouldBlock"`;

const totalsBy = (grain: 'AGENT' | 'RESOURCE', column: string): string => `
  SELECT ${column} AS id, ${SUMS}
  FROM svc.decision_hours
  WHERE organization_id = $1 AND sandbox = $2 AND grain = '${grain}' AND hour_at >= $3 AND hour_at < $4
  GROUP BY ${column}`;
const TOTALS_BY_AGENT = totalsBy('AGENT', 'agent_id');
const TOTALS_BY_RESOURCE = totalsBy('RESOURCE', 'resource_id');

const TOTALS_BY_POLICY = `
  SELECT kind, code AS id, ${SUMS}
  FROM svc.decision_code_hours
  WHERE organization_id = $1 AND sandbox = $2 AND grain = 'ALL' AND kind IN ('POLICY', 'DECIDER')
    AND hour_at >= $3 AND hour_at < $4
  GROUP BY kind, code`;
