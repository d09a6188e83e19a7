// SPDX-License-Identifier: Apache-2.0
/** Agents and resources of an overview: those asked for, and the most stopped ones of a period. */
import { type DashboardQuery, type DashboardSubject, UUID_PATTERN } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { rowsOfSpan, valuesOfSpan } from '../counts/index.ts';
import { OUTCOME_COLUMNS, OUTCOME_SUMS, type Outcome, type Slice } from './sums.ts';

const SUBJECTS_MAX = 10;

type Kind = 'agents' | 'resources';

const UUID = new RegExp(UUID_PATTERN);

/** @throws ApiError 400 for a name that nothing has; an id may be that of a deleted one */
export async function readSubjectFilters(
  transaction: Transaction,
  organizationId: string,
  { agent, resource }: Pick<DashboardQuery, 'agent' | 'resource'>,
): Promise<Pick<Slice, 'agentId' | 'resourceId'>> {
  const [agentId, resourceId] = await Promise.all([
    idOf(transaction, organizationId, 'agents', agent),
    idOf(transaction, organizationId, 'resources', resource),
  ]);
  return { agentId, resourceId };
}

async function idOf(
  transaction: Transaction,
  organizationId: string,
  kind: Kind,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null;
  if (UUID.test(asked)) return asked.toLowerCase();
  const [row] = await transaction.query<{ id: string }>(SELECT_ID[kind], [organizationId, asked]);
  const field = kind === 'agents' ? 'agent' : 'resource';
  if (row === undefined) throw invalid(field, `is neither the name nor the id of one of your ${kind}`);
  return row.id;
}

const selectId = (kind: Kind): string => `SELECT id FROM svc.${kind} WHERE organization_id = $1 AND name = $2`;
const SELECT_ID: Record<Kind, string> = { agents: selectId('agents'), resources: selectId('resources') };

interface SubjectRow extends Outcome {
  [column: string]: unknown;
  id: string;
  name: string | null;
  bins: Record<string, number> | null;
}

/** The most stopped first, and among equals those that asked most. */
export async function readSubjects(transaction: Transaction, slice: Slice, kind: Kind): Promise<DashboardSubject[]> {
  const { organizationId, sandbox, agentId, resourceId, starts } = slice;
  const other = kind === 'agents' ? resourceId : agentId;
  const grain = other === null ? (kind === 'agents' ? 'AGENT' : 'RESOURCE') : 'PAIR';
  const values = [organizationId, sandbox, grain, ...valuesOfSpan(slice), agentId, resourceId, starts, SUBJECTS_MAX];
  const rows = await transaction.query<SubjectRow>(SELECT_SUBJECTS[kind], values);
  return rows.map(({ bins, ...row }) => ({
    ...(row as Outcome & { id: string; name: string | null }),
    series: starts.map((_, index) => bins?.[index + 1] ?? 0),
  }));
}

const OF_SUBJECTS = '($8::uuid IS NULL OR agent_id = $8) AND ($9::uuid IS NULL OR resource_id = $9)';

/** The sums are read once: by bin first, so that the series of those that are shown need no second look. */
const selectSubjects = (kind: Kind, column: string): string => `
  WITH binned AS MATERIALIZED (
    SELECT id, width_bucket(at, $10::timestamptz[]) AS bin, sum(events)::bigint AS events,
      sum(reviewed)::bigint AS reviewed, sum(blocked)::bigint AS blocked, sum(would_review)::bigint AS would_review,
      sum(would_block)::bigint AS would_block
    FROM ${rowsOfSpan('decision', `${column} AS id, ${OUTCOME_COLUMNS}`, OF_SUBJECTS)} AS rows
    GROUP BY id, bin
  ), top AS MATERIALIZED (
    SELECT id, ${OUTCOME_SUMS} FROM binned GROUP BY id
    ORDER BY sum(reviewed + blocked) DESC, sum(events) DESC, id LIMIT $11
  )
  SELECT top.*, r.name, (
      SELECT json_object_agg(bin, reviewed + blocked) FROM binned b WHERE b.id = top.id AND reviewed + blocked > 0
    ) AS bins
  FROM top LEFT JOIN svc.${kind} r ON r.organization_id = $1 AND r.id = top.id
  ORDER BY top.reviewed + top.blocked DESC, top.events DESC, top.id`;
const SELECT_SUBJECTS: Record<Kind, string> = {
  agents: selectSubjects('agents', 'agent_id'),
  resources: selectSubjects('resources', 'resource_id'),
};
