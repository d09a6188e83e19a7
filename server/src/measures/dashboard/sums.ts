// SPDX-License-Identifier: Apache-2.0
/** Which sums an overview reads, and how they are read. */
import type { DashboardTotals } from '@svc/contract';
import { rowsOfSpan, type Span, valuesOfSpan } from '../counts/index.ts';

export interface Slice extends Span {
  organizationId: string;
  sandbox: boolean;
  /** null: of every agent. */
  agentId: string | null;
  resourceId: string | null;
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

/** The parameters of `rowsOfSlice`: nine. */
export function valuesOf(slice: Slice): unknown[] {
  const { organizationId, sandbox, agentId, resourceId } = slice;
  return [organizationId, sandbox, grainOf(slice), ...valuesOfSpan(slice), agentId ?? NIL, resourceId ?? NIL];
}

/** The rows of `valuesOf`: ranges of the primary key. */
export const rowsOfSlice = (sums: 'decision' | 'decision_code', columns: string, more = 'true'): string =>
  rowsOfSpan(sums, columns, `agent_id = $8 AND resource_id = $9 AND ${more}`);

/** Sums of bigint are numeric, which the driver gives as text; of no row they are null. */
const sum = (of: string, name: string): string => `COALESCE(sum(${of}), 0)::bigint AS "${name}"`;

export const OUTCOME_COLUMNS = 'events, reviewed, blocked, would_review, would_block';
export const ALL_COLUMNS = `${OUTCOME_COLUMNS}, medium, high, critical, records`;

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
