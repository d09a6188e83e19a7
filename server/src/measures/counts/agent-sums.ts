// SPDX-License-Identifier: Apache-2.0
/**
 * Sums by which an agent is compared with its past, by hour and by five minutes. The first use of each action by an
 * agent is kept, and of each external destination by a resource. Sandbox events are left out.
 */
import { CELLS } from './rows.ts';

const sumsOf = (table: string, column: string, at: string) => `
  INSERT INTO svc.${table} AS s (organization_id, agent_id, ${column}, events, records)
  SELECT $1, agent_id, ${at} AS at, sum(events), sum(records)
  FROM ${CELLS} WHERE of_agents AND slice_at >= $3 GROUP BY agent_id, at
  ON CONFLICT (organization_id, agent_id, ${column})
    DO UPDATE SET events = s.events + excluded.events, records = s.records + excluded.records`;

/** Parameters: `$1` organization, `$2` cells, `$3` the moment from which they are kept. */
export const ADD_AGENT_HOURS = sumsOf('agent_hours', 'hour_at', `date_bin('1 hour', slice_at, '2000-01-01T00:00Z')`);
export const ADD_AGENT_SLICES = sumsOf('agent_slices', 'slice_at', 'slice_at');

/** First times stay, because the audit numbers ascend. Parameters: `$1` organization, `$2` first actions. */
export const KEEP_FIRST_ACTIONS = `
  INSERT INTO svc.agent_first_actions (organization_id, agent_id, action, first_at)
  SELECT $1, f.* FROM json_to_recordset($2) AS f (agent_id uuid, action text, first_at timestamptz)
  ON CONFLICT (organization_id, agent_id, action) DO NOTHING`;

/** It runs before the uses of the same events are added. Parameters: `$1` organization, `$2` first destinations. */
export const KEEP_FIRST_DESTINATIONS = `
  INSERT INTO svc.resource_first_destinations
    (organization_id, resource_id, destination, agent_id, first_at, events_before)
  SELECT $1, f.resource_id, f.destination, f.agent_id, f.first_at, COALESCE(u.events, 0) + f.before
  FROM json_to_recordset($2) AS f (
      resource_id uuid, destination text, agent_id uuid, first_at timestamptz, before bigint)
    LEFT JOIN svc.resource_uses u ON u.organization_id = $1 AND u.resource_id = f.resource_id
  ON CONFLICT (organization_id, resource_id, destination) DO NOTHING`;

/** Parameters: `$1` organization, `$2` cells. */
export const ADD_RESOURCE_USES = `
  INSERT INTO svc.resource_uses AS u (organization_id, resource_id, events)
  SELECT $1, resource_id, sum(events) FROM ${CELLS} WHERE of_agents GROUP BY resource_id
  ON CONFLICT (organization_id, resource_id) DO UPDATE SET events = u.events + excluded.events`;
