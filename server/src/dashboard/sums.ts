/** Which sums an overview reads, and how they are read. */
import type { DashboardTotals } from '@svc/contract';

export interface Slice {
  organizationId: string;
  sandbox: boolean;
  /** null: of every agent. */
  agentId: string | null;
  resourceId: string | null;
  from: Date;
  to: Date;
  starts: readonly Date[];
}

type Grain = 'ALL' | 'AGENT' | 'RESOURCE' | 'PAIR';
export type Outcome = Pick<
  DashboardTotals,
  'events' | 'allowed' | 'reviewed' | 'blocked' | 'wouldReview' | 'wouldBlock'
>;

const NIL = '00000000-0000-0000-0000-000000000000';

/** The sums by agent where an agent is asked for, and so on. */
function grainOf({ agentId, resourceId }: Pick<Slice, 'agentId' | 'resourceId'>): Grain {
  if (agentId === null) return resourceId === null ? 'ALL' : 'RESOURCE';
  return resourceId === null ? 'AGENT' : 'PAIR';
}

/** The parameters of `IN_SLICE`. */
export function valuesOf(slice: Slice): unknown[] {
  const { organizationId, sandbox, from, to, agentId, resourceId } = slice;
  return [organizationId, sandbox, grainOf(slice), from, to, agentId ?? NIL, resourceId ?? NIL];
}

/** The rows of `valuesOf`: one range of the primary key. */
export const IN_SLICE = `organization_id = $1 AND sandbox = $2 AND grain = $3 AND hour_at >= $4 AND hour_at < $5
    AND agent_id = $6 AND resource_id = $7`;

/** Sums of bigint are numeric, which the driver gives as text; of no row they are null. */
const sum = (of: string, name: string): string => `COALESCE(sum(${of}), 0)::bigint AS "${name}"`;

export const OUTCOME_SUMS = [
  sum('events', 'events'),
  sum('events - reviewed - blocked', 'allowed'),
  sum('reviewed', 'reviewed'),
  sum('blocked', 'blocked'),
  sum('would_review', 'wouldReview'),
  sum('would_block', 'wouldBlock'),
].join(', ');

export const ALL_SUMS = [
  OUTCOME_SUMS,
  sum('events - medium - high - critical', 'low'),
  sum('medium', 'medium'),
  sum('high', 'high'),
  sum('critical', 'critical'),
  sum('records', 'records'),
].join(', ');
