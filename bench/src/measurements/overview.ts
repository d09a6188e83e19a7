// SPDX-License-Identifier: Apache-2.0
/** The overview of thirty days with 5,000,000 decisions: fifty agents, forty resources, sums of every hour. */
import pg from 'pg';
import { loadBuilt } from '../built.ts';
import { asEveryOrganization } from '../members.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, type Row } from '../table.ts';

const EVENTS = 5_000_000;
/** The one whose decisions were counted before: many of its reviews wait. */
const ORGANIZATION = 'Twenty policies';
const DAYS = 30;
/** The period that it is compared with has as many. */
const DAYS_SUMMED = 2 * DAYS;
const SUMS = ['decision_hours', 'decision_code_hours', 'decision_days', 'decision_code_days'];
const AGENTS = 50;
/** Each agent uses so many of the resources. */
const RESOURCES_OF_AGENT = 4;
const CODES = 40;
const READS_BEFORE = 5;
const READS = 60;
const P95_MS_MAX = 100;

const USAGE = {
  month: '2026-11',
  events: 0,
  eventsPerMonth: null,
  quotaExceeded: false,
  agents: AGENTS,
  agentsMax: null,
  plan: 'ENTERPRISE',
  forecast: null,
  policies: 0,
  policiesMax: 5_000,
  retentionDays: null,
} as const;

export async function measureOverview(stage: Stage): Promise<Row> {
  const { readDashboard } =
    await loadBuilt<typeof import('../../../server/src/measures/dashboard/index.ts')>('measures/dashboard/index.js');
  const { createPool, createReadPool } =
    await loadBuilt<typeof import('../../../server/src/storage/connections/index.ts')>('storage/connections/index.js');
  const { createReads } =
    await loadBuilt<typeof import('../../../server/src/storage/lists/index.ts')>('storage/lists/index.js');
  const { sumDays } =
    await loadBuilt<typeof import('../../../server/src/measures/counts/index.ts')>('measures/counts/index.js');
  const writing = createPool({ connectionString: stage.connectionString }, 1);
  const pool = createReadPool({ connectionString: stage.connectionString }, 4);
  const reads = createReads(pool);
  const organizationId = await makeSums(stage.connectionString, async (id) => {
    while (!(await sumDays(writing, id, new AbortController().signal)));
  });
  const tookMs: number[] = [];
  try {
    for (let read = 0; read < READS_BEFORE + READS; read += 1) {
      const startMs = performance.now();
      const nowMs = Date.now();
      await readDashboard(reads, { userId: 'bench', organizationId }, {}, USAGE, nowMs);
      if (read >= READS_BEFORE) tookMs.push(performance.now() - startMs);
    }
  } finally {
    await pool.end();
    await writing.end();
  }
  const p95 = tookMs.toSorted((one, other) => one - other)[Math.ceil(READS * 0.95) - 1] ?? Number.NaN;
  return {
    what: `Overview of ${DAYS} days, ${EVENTS.toLocaleString('en')} decisions, ${AGENTS} agents: p95 of ${READS} reads`,
    ours: milliseconds(tookMs),
    beside: 'the median on the left',
    results: [p95],
    unit: ' ms',
    target: { bound: 'max', value: P95_MS_MAX },
  };
}

/**
 * Sums of hours as the task makes them: every agent in every hour, with the same number of decisions. The task itself
 * sums the days.
 */
async function makeSums(connectionString: string, sum: (id: string) => Promise<void>): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const organizationId = await asEveryOrganization(connectionString, async (every) => {
      const { rows } = await every.query<{ organization_id: string }>(SELECT_ID, [ORGANIZATION]);
      return rows[0]?.organization_id ?? '';
    });
    const perHour = Math.round(EVENTS / (DAYS * 24 * AGENTS * RESOURCES_OF_AGENT));
    await client.query('SELECT set_config($1, $2, false)', ['svc.organizations', `{${organizationId}}`]);
    for (const table of SUMS) await client.query(`DELETE FROM svc.${table}`);
    await client.query(INSERT_HOURS, [organizationId, AGENTS, RESOURCES_OF_AGENT, DAYS_SUMMED, perHour]);
    await client.query(INSERT_CODES, [organizationId, AGENTS, RESOURCES_OF_AGENT, DAYS_SUMMED, perHour, CODES]);
    await client.query(FORGET_DAYS, [organizationId]);
    await sum(organizationId);
    await client.query(`ANALYZE ${SUMS.map((table) => `svc.${table}`).join(', ')}`);
    return organizationId;
  } finally {
    await client.end();
  }
}

const SELECT_ID = 'SELECT organization_id FROM svc.organizations WHERE name = $1';

/** The task has counted in this zone, and has no day yet. */
const FORGET_DAYS = `
  UPDATE svc.count_cursors c SET days_to = '-infinity', time_zone = o.time_zone
  FROM svc.organizations o WHERE c.organization_id = o.organization_id AND c.organization_id = $1`;

const NIL = `'00000000-0000-0000-0000-000000000000'::uuid`;
const GRAIN = `
    CASE GROUPING(agent, resource) WHEN 3 THEN 'ALL' WHEN 1 THEN 'AGENT' WHEN 2 THEN 'RESOURCE' ELSE 'PAIR' END`;
const PAIRS = `
  SELECT hour, md5('agent' || a)::uuid AS agent, md5('resource' || ((a * 3 + r) % 40))::uuid AS resource
  FROM generate_series(1, $2::int) AS a, generate_series(1, $3::int) AS r,
    generate_series(date_trunc('hour', now()) - make_interval(days => $4::int), now(), interval '1 hour') AS hour`;

const INSERT_HOURS = `
  INSERT INTO svc.decision_hours
  SELECT $1, false, ${GRAIN}, hour, COALESCE(agent, ${NIL}), COALESCE(resource, ${NIL}), count(*) * $5::int, count(*),
    count(*), 0, 0, count(*), count(*), 0, count(*) * 20, count(*) * 100
  FROM (${PAIRS}) AS p GROUP BY hour, GROUPING SETS ((), (agent), (resource), (agent, resource))`;

/** Codes of all decisions, and of each agent and resource: the other grains are as large as in the service. */
const INSERT_CODES = `
  INSERT INTO svc.decision_code_hours
  SELECT $1, false, ${GRAIN}, (ARRAY['CAUSE', 'FACTOR', 'FINDING', 'ACTION'])[1 + code % 4], hour,
    COALESCE(agent, ${NIL}), COALESCE(resource, ${NIL}), 'CODE_' || code, count(*) * $5::int, count(*), count(*), 0, 0
  FROM (${PAIRS}) AS p, generate_series(1, $6::int) AS code
  WHERE (get_byte(uuid_send(agent), 0) + code) % 8 = 0
  GROUP BY hour, code, GROUPING SETS ((), (agent), (resource), (agent, resource))`;
