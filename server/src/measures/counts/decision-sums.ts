// SPDX-License-Identifier: Apache-2.0
/** Sums of decisions by hour. The reason for each stands beside it. */
import { CELLS, CODES, sums } from './rows.ts';

const NIL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Each sum over all subjects, over one agent, over one resource, and over the two together. */
const GRAINS = 'GROUPING SETS ((), (agent_id), (resource_id), (agent_id, resource_id))';
const GRAIN_COLUMNS = `
    CASE GROUPING(agent_id, resource_id) WHEN 3 THEN 'ALL' WHEN 1 THEN 'AGENT' WHEN 2 THEN 'RESOURCE' ELSE 'PAIR' END,
    hour_at, COALESCE(agent_id, ${NIL}), COALESCE(resource_id, ${NIL})`;
const HOUR = `date_trunc('hour', slice_at, $3) AS hour_at`;

/** The recorded decisions, and what allowed events would have been under full enforcement. */
export const OUTCOME_COLUMNS = ['events', 'reviewed', 'blocked', 'would_review', 'would_block'] as const;
export const RISK_COLUMNS = ['medium', 'high', 'critical', 'risk_points', 'records'] as const;

const added = (alias: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${alias}.${column} + excluded.${column}`).join(', ');

/** The numbers of its events are kept once for each hour. */
const OF_ALL = 'CASE WHEN GROUPING(agent_id, resource_id) = 3 THEN';

/** Parameters: `$1` organization, `$2` cells, `$3` time zone. */
export const ADD_DECISION_HOURS = `
  INSERT INTO svc.decision_hours AS h (organization_id, sandbox, grain, hour_at, agent_id, resource_id,
    ${[...OUTCOME_COLUMNS, ...RISK_COLUMNS].join(', ')}, seq_from, seq_to)
  SELECT $1, sandbox, ${GRAIN_COLUMNS}, ${sums([...OUTCOME_COLUMNS, ...RISK_COLUMNS])},
    ${OF_ALL} min(seq_from) END, ${OF_ALL} max(seq_to) END
  FROM (SELECT *, ${HOUR} FROM ${CELLS} WHERE of_decisions) AS c
  GROUP BY sandbox, hour_at, ${GRAINS}
  ON CONFLICT (organization_id, sandbox, grain, hour_at, agent_id, resource_id)
    DO UPDATE SET ${added('h', [...OUTCOME_COLUMNS, ...RISK_COLUMNS])},
      seq_from = LEAST(h.seq_from, excluded.seq_from), seq_to = GREATEST(h.seq_to, excluded.seq_to)`;

/** Parameters: `$1` organization, `$2` cells of codes, `$3` time zone. */
export const ADD_CODE_HOURS = `
  INSERT INTO svc.decision_code_hours AS h (
    organization_id, sandbox, kind, code, grain, hour_at, agent_id, resource_id, ${OUTCOME_COLUMNS.join(', ')})
  SELECT $1, sandbox, kind, code, ${GRAIN_COLUMNS}, ${sums(OUTCOME_COLUMNS)}
  FROM (SELECT *, ${HOUR} FROM ${CODES}) AS c
  GROUP BY sandbox, kind, code, hour_at, ${GRAINS}
  ON CONFLICT (organization_id, sandbox, grain, kind, hour_at, agent_id, resource_id, code)
    DO UPDATE SET ${added('h', OUTCOME_COLUMNS)}`;
