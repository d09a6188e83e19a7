// SPDX-License-Identifier: Apache-2.0
/** Figures beside registered records: their days, what an agent does with a resource, and when each was last used. */
import { ACTIVITY_DAYS } from '@svc/contract';
import { CELLS } from './rows.ts';

const DAY = `(slice_at AT TIME ZONE 'UTC')::date`;
/** @param now an SQL expression */
export const daysKeptFrom = (now: string): string =>
  `(${now}::timestamptz AT TIME ZONE 'UTC')::date - ${ACTIVITY_DAYS}`;
const KEPT = `of_records AND ${DAY} >= ${daysKeptFrom('$3')}`;

/** Parameters: `$1` organization, `$2` cells, `$3` moment. */
export const ADD_FIGURE_DAYS = `
  INSERT INTO svc.figure_days AS f
    (organization_id, sandbox, kind, record_id, day, asked, reviewed, blocked, risk_max)
  SELECT $1, sandbox, CASE GROUPING(agent_id) WHEN 0 THEN 'AGENT' ELSE 'RESOURCE' END,
    CASE GROUPING(agent_id) WHEN 0 THEN agent_id ELSE resource_id END, ${DAY}, sum(events), sum(reviewed),
    sum(blocked), max(risk_max)
  FROM ${CELLS} WHERE ${KEPT} GROUP BY sandbox, ${DAY}, GROUPING SETS ((agent_id), (resource_id))
  ON CONFLICT (organization_id, sandbox, kind, record_id, day) DO UPDATE SET
    asked = f.asked + excluded.asked, reviewed = f.reviewed + excluded.reviewed,
    blocked = f.blocked + excluded.blocked, risk_max = GREATEST(f.risk_max, excluded.risk_max)`;

/** Parameters: `$1` organization, `$2` cells, `$3` moment. */
export const ADD_FIGURE_USES = `
  INSERT INTO svc.figure_uses AS f (organization_id, sandbox, agent_id, resource_id, action, day, asked, stopped)
  SELECT $1, sandbox, agent_id, resource_id, action, ${DAY}, sum(events), sum(reviewed + blocked)
  FROM ${CELLS} WHERE ${KEPT} GROUP BY sandbox, agent_id, resource_id, action, ${DAY}
  ON CONFLICT (organization_id, sandbox, agent_id, resource_id, action, day) DO UPDATE SET
    asked = f.asked + excluded.asked, stopped = f.stopped + excluded.stopped`;

/** Parameters: `$1` organization, `$2` the last event of each record. */
export const KEEP_LASTS = `
  INSERT INTO svc.figure_lasts (organization_id, kind, record_id, sandbox, at, seq, event_id, decision)
  SELECT $1, l.* FROM json_to_recordset($2) AS l (
    kind text, record_id uuid, sandbox boolean, at timestamptz, seq bigint, event_id uuid, decision text)
  ON CONFLICT (organization_id, kind, record_id, sandbox) DO UPDATE SET
    at = excluded.at, seq = excluded.seq, event_id = excluded.event_id, decision = excluded.decision`;
