// SPDX-License-Identifier: Apache-2.0
/** Reads the facts that a scan judges from the sums. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type AgentFacts, type Finding, judge } from './judge.ts';
import { type ScanWindows, scanWindows } from './windows.ts';

/** Agents per page; one statement reads and sorts their hours. */
const AGENTS_PER_PAGE = 100;

/**
 * The unusual facts about the last hour of each active agent. It reads one moment, writes nothing and locks nothing.
 * Opening an anomaly checks again under the lock of the head.
 */
export async function findAnomalies(pool: pg.Pool, organizationId: string, nowMs: number): Promise<Finding[]> {
  const windows = scanWindows(nowMs);
  const findings: Finding[] = [];
  let after: string | null = null;
  do {
    const facts: AgentFacts[] = await inTransaction(
      pool,
      [organizationId],
      (transaction) => readFacts(transaction, organizationId, windows, after),
      'snapshot',
    );
    findings.push(...facts.flatMap(judge));
    after = facts.length === AGENTS_PER_PAGE ? (facts.at(-1)?.agentId ?? null) : null;
  } while (after !== null);
  return findings;
}

async function readFacts(
  transaction: Transaction,
  organizationId: string,
  windows: ScanWindows,
  after: string | null,
): Promise<AgentFacts[]> {
  const activities = await selectActivities(transaction, organizationId, windows, after);
  const agentIds = activities.map((row) => row.agent_id);
  const [actions, destinations] = await Promise.all([
    selectNewActions(transaction, organizationId, windows, agentIds),
    selectNewDestinations(transaction, organizationId, windows, agentIds),
  ]);
  return activities.map((row) => ({
    agentId: row.agent_id,
    // An agent that was deleted meanwhile appears by its id.
    agentName: row.agent_name ?? row.agent_id,
    recentEvents: row.recent_events,
    recentRecords: row.recent_records,
    past: {
      activeDays: row.active_days,
      events: row.past_events,
      eventsOfHour: row.events_of_hour,
      recordsOfHour: row.records_of_hour,
    },
    newActions: actions.filter(({ agent_id }) => agent_id === row.agent_id).map(({ action }) => action),
    newDestinations: destinations
      .filter(({ agent_id }) => agent_id === row.agent_id)
      .map(({ resource_id: resourceId, resource, destination, events_before: eventsBefore }) => ({
        resourceId,
        resource: resource ?? resourceId,
        destination,
        eventsBefore,
      })),
  }));
}

interface ActivityRow {
  agent_id: string;
  agent_name: string | null;
  recent_events: number;
  recent_records: number;
  active_days: number;
  past_events: number;
  events_of_hour: number;
  records_of_hour: number;
}

/** One row for each agent with an event in the window, a page at a time in the order of their ids. */
async function selectActivities(
  transaction: Transaction,
  organizationId: string,
  { windowFrom, pastFrom, pastUntil }: ScanWindows,
  after: string | null,
): Promise<ActivityRow[]> {
  const values = [organizationId, windowFrom, pastFrom, pastUntil, after, AGENTS_PER_PAGE];
  return await transaction.query<ActivityRow & Record<string, unknown>>(SELECT_ACTIVITIES, values);
}

/** A range, not a join: a planner without statistics would read the tables once for each agent. */
const OF_PAGE = `
      ($5::uuid IS NULL OR s.agent_id > $5)
      AND s.agent_id <= (SELECT agent_id FROM active ORDER BY agent_id DESC LIMIT 1)`;

/**
 * percentile_disc is the nearest rank. A slice that had begun when an anomaly was closed is left out whole. Each table
 * is read once for the whole page, even without statistics.
 */
const SELECT_ACTIVITIES = `
  WITH active AS MATERIALIZED (
    SELECT DISTINCT agent_id FROM svc.agent_slices
    WHERE organization_id = $1 AND slice_at >= $2 AND ($5::uuid IS NULL OR agent_id > $5)
    ORDER BY agent_id LIMIT $6
  ), closed AS MATERIALIZED (
    SELECT agent_id, max(closed_at) FILTER (WHERE kind = 'RATE_SPIKE') AS rate_at,
      max(closed_at) FILTER (WHERE kind = 'VOLUME_SPIKE') AS volume_at
    FROM svc.anomalies WHERE organization_id = $1 AND closed_at >= $2 GROUP BY agent_id
  ), recent AS MATERIALIZED (
    SELECT s.agent_id,
      COALESCE(sum(s.events) FILTER (WHERE c.rate_at IS NULL OR s.slice_at >= c.rate_at), 0)::bigint AS events,
      COALESCE(sum(s.records) FILTER (WHERE c.volume_at IS NULL OR s.slice_at >= c.volume_at), 0)::bigint AS records
    FROM svc.agent_slices s LEFT JOIN closed c USING (agent_id)
    WHERE s.organization_id = $1 AND s.slice_at >= $2 AND ${OF_PAGE} GROUP BY s.agent_id
  ), past AS MATERIALIZED (
    SELECT agent_id, count(DISTINCT date_bin('1 day', hour_at, '2000-01-01T00:00Z')) AS active_days,
      sum(events)::bigint AS events,
      percentile_disc(0.99) WITHIN GROUP (ORDER BY events) AS events_of_hour,
      percentile_disc(0.99) WITHIN GROUP (ORDER BY records) AS records_of_hour
    FROM svc.agent_hours s
    WHERE organization_id = $1 AND hour_at >= $3 AND hour_at < $4 AND ${OF_PAGE} GROUP BY agent_id
  )
  SELECT active.agent_id, a.name AS agent_name, recent.events AS recent_events, recent.records AS recent_records,
    COALESCE(past.active_days, 0) AS active_days, COALESCE(past.events, 0) AS past_events,
    COALESCE(past.events_of_hour, 0) AS events_of_hour, COALESCE(past.records_of_hour, 0) AS records_of_hour
  FROM active
    JOIN recent USING (agent_id)
    LEFT JOIN past USING (agent_id)
    LEFT JOIN svc.agents a ON a.organization_id = $1 AND a.id = active.agent_id
  ORDER BY active.agent_id`;

interface NewActionRow {
  agent_id: string;
  action: string;
}

async function selectNewActions(
  transaction: Transaction,
  organizationId: string,
  { windowFrom }: ScanWindows,
  agentIds: readonly string[],
): Promise<NewActionRow[]> {
  const values = [organizationId, windowFrom, agentIds];
  return await transaction.query<NewActionRow & Record<string, unknown>>(SELECT_NEW_ACTIONS, values);
}

const SELECT_NEW_ACTIONS = `
  SELECT agent_id, action FROM svc.agent_first_actions
  WHERE organization_id = $1 AND first_at >= $2 AND agent_id = ANY ($3::uuid[]) AND anomaly_id IS NULL
  ORDER BY first_at, action`;

interface NewDestinationRow {
  agent_id: string;
  resource_id: string;
  resource: string | null;
  destination: string;
  events_before: number;
}

async function selectNewDestinations(
  transaction: Transaction,
  organizationId: string,
  { windowFrom }: ScanWindows,
  agentIds: readonly string[],
): Promise<NewDestinationRow[]> {
  const values = [organizationId, windowFrom, agentIds];
  return await transaction.query<NewDestinationRow & Record<string, unknown>>(SELECT_NEW_DESTINATIONS, values);
}

const SELECT_NEW_DESTINATIONS = `
  SELECT d.agent_id, d.resource_id, r.name AS resource, d.destination, d.events_before
  FROM svc.resource_first_destinations d
    LEFT JOIN svc.resources r ON r.organization_id = d.organization_id AND r.id = d.resource_id
  WHERE d.organization_id = $1 AND d.first_at >= $2 AND d.agent_id = ANY ($3::uuid[]) AND d.anomaly_id IS NULL
  ORDER BY d.first_at, d.resource_id, d.destination`;
