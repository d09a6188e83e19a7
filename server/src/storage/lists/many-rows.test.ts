// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every list is read by the index of its order, whatever the planner believes about its tables. No
 * combination of filters looks at more rows than one step of a search.
 */
import { LIST_ITEMS_MAX } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '#harness/amount';
import { ROWS_BESIDE_SEARCH_MAX } from '#harness/bounds';
import { fillLists, ORGANIZATION, storedTables, WEBHOOK } from '#harness/many-rows';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { withClient, withDatabase } from '#harness/postgres/admin.ts';
import { listCalls } from '../../decisions/gateways/index.ts';
import { listReviews } from '../../decisions/reviews/index.ts';
import { listAnomalies } from '../../measures/anomalies/index.ts';
import { listEntries } from '../../record/audit/index.ts';
import { listEvents } from '../../record/events/index.ts';
import { listDeliveries, listWebhooks } from '../../record/webhooks/index.ts';
import { createReadPool } from '../connections/index.ts';
import { createReads, type Reader, type Reads } from './index.ts';
import { SEARCH_STEP_ROWS } from './limits.ts';

const ROWS = 22_000;
const READER: Reader = { userId: 'u', organizationId: ORGANIZATION };

interface Statement {
  text: string;
  values: unknown[];
}

let database: TestDatabase;
/** With each partition. */
let large: string[];
let owner: pg.Client;
let reads: Reads;
const sent: Statement[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  await fillLists(owner, ROWS);
  large = await storedTables(owner, TABLES);
  const pool = createReadPool({ connectionString: database.connectionString }, 1);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((...all: unknown[]) => {
      const [asked] = all as [Partial<Statement>];
      if (asked.text?.includes('svc.') === true) sent.push({ text: asked.text, values: asked.values ?? [] });
      return query(...all);
    }) as typeof client.query;
  });
  reads = createReads(pool);
});
afterAll(async () => {
  await reads.pool.end();
  await owner.end();
  await database.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const looksAt = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

async function planOf({ text, values }: Statement): Promise<Plan> {
  const client = await reads.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', true)`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    await client.query('ROLLBACK');
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    client.release();
  }
}

/** Large tables, which no statement may read whole. */
const TABLES = ['events', 'audit_entries', 'reviews', 'webhook_deliveries', 'webhook_attempts', 'anomalies'];

/** The planner may believe nothing yet, next to nothing, or tables of a size that they do not have. */
const BELIEFS: readonly [name: string, text: string][] = [
  ['no statistics', 'SELECT 1'],
  ['tables of one row', 'UPDATE pg_class SET reltuples = 1, relpages = 1 WHERE relname = ANY ($1)'],
  ['tables of a thousand million rows', 'UPDATE pg_class SET reltuples = 1e9, relpages = 10 WHERE relname = ANY ($1)'],
  ['tables of true size', 'ANALYZE'],
];

const page = (after: string | null = null) => ({ limit: LIST_ITEMS_MAX, after });
const MOMENTS = { from: '2026-11-01T01:00:00Z', to: '2026-11-01T05:00:00Z' };
const EVENT_FILTERS = {
  agent: 'no-such-agent',
  resource: 'no-such-resource',
  action: 'SEND_EMAIL',
  decision: 'REVIEW',
  riskLevel: 'CRITICAL',
  q: 'nothing has this name',
  ...MOMENTS,
} as const;
const CALL_FILTERS = {
  protocol: 'MCP',
  agent: 'no-such-agent',
  route: 'no-such-route',
  decision: 'REVIEW',
  q: 'nothing has this name',
  ...MOMENTS,
} as const;
const AUDIT_FILTERS = { kind: 'x', actor: 'x', subject: 'x', q: 'nothing has this', ...MOMENTS };
const ANOMALY_FILTERS = {
  kind: 'NEW_ACTION',
  severity: 'HIGH',
  agent: 'no-such-agent',
  q: 'nothing has this',
} as const;

/** Each filter alone, all of them, all but one, and none. */
function combinations<Filters extends object>(filters: Filters): Partial<Filters>[] {
  const alone = Object.entries(filters).map(([name, value]) => ({ [name]: value }));
  const without = Object.keys(filters).map((name) => ({ ...filters, [name]: undefined }));
  return [{}, filters, ...alone, ...without] as Partial<Filters>[];
}

const KINDS = [undefined, 'true'] as const;
const readsOf: Record<string, () => (() => Promise<unknown>)[]> = {
  events: () =>
    KINDS.flatMap((sandbox) =>
      combinations(EVENT_FILTERS).map(
        (filters) => () => listEvents(reads, READER, { ...filters, ...(sandbox && { sandbox }) }, page()),
      ),
    ),
  'later pages of events': () => [
    () => listEvents(reads, READER, {}, page('12000')),
    () => listEvents(reads, READER, EVENT_FILTERS, page('12000')),
  ],
  'gateway calls': () =>
    KINDS.flatMap((sandbox) =>
      combinations(CALL_FILTERS).map(
        (filters) => () => listCalls(reads, READER, { ...filters, ...(sandbox && { sandbox }) }, page()),
      ),
    ),
  'audit entries': () =>
    combinations(AUDIT_FILTERS).map((filters) => () => listEntries(reads, READER, filters, page())),
  anomalies: () =>
    [undefined, 'OPEN', 'CLOSED'].flatMap((status) =>
      combinations(ANOMALY_FILTERS).map(
        (filters) => () =>
          listAnomalies(reads, READER, { ...filters, ...(status && { status: status as 'OPEN' }) }, page()),
      ),
    ),
  reviews: () =>
    [null, 'PENDING', 'APPROVED', 'DENIED', 'EXPIRED'].flatMap((status) =>
      [null, 'nothing has this name'].flatMap((search) =>
        [false, true].map(
          (flag) => () =>
            listReviews(reads, READER, {
              authority: { role: 'OWNER', groups: [] },
              status: status as 'PENDING' | null,
              isByRisk: status === 'PENDING' && flag,
              sandbox: flag,
              search,
              page: page(),
              nowMs: Date.parse('2026-11-01T00:00:00Z'),
            }),
        ),
      ),
    ),
  deliveries: () =>
    [null, 'FAILED'].map((status) => () => listDeliveries(reads, READER, { webhookId: WEBHOOK, status, page: page() })),
  webhooks: () => [() => listWebhooks(reads, READER, page())],
};

/** Sizes of tables are a superuser's to set. `.ci/run` gives one where the owner of the test databases is none. */
function asSuperuser(): string {
  const { SVC_TEST_SUPERUSER_URL: url } = process.env;
  return url === undefined ? database.connectionString : withDatabase(url, database.name);
}

describe.each(sample(BELIEFS, 2))('with %s', (_name, text) => {
  beforeAll(async () => {
    await withClient(asSuperuser(), (client) => client.query(text, text.includes('$1') ? [large] : []));
  });

  it.each(Object.keys(readsOf))('%s are read by their index, a step at a time', async (name) => {
    sent.length = 0;
    for (const read of readsOf[name]?.() ?? []) await read();
    const statements = sent.splice(0);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const plan = await planOf(statement);
      const whole = nodesOf(plan).filter(
        (node) => node['Node Type'] === 'Seq Scan' && large.includes(String(node['Relation Name'])),
      );
      expect(whole, statement.text).toEqual([]);
      expect(looksAt(plan), `${statement.text}\n${JSON.stringify(plan)}`).toBeLessThanOrEqual(
        2 * SEARCH_STEP_ROWS + ROWS_BESIDE_SEARCH_MAX,
      );
    }
    sent.length = 0;
  });
});
