// SPDX-License-Identifier: Apache-2.0
/**
 * Lists of a large organization: every page of 5,000 agents, 5,000 policies and 10,000 routes, searched, sorted and
 * filtered. A browser tells when the first page is there.
 */
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { asEveryOrganization, makeSessions } from '../members.ts';
import { progress, ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { milliseconds, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const AGENTS = 5_000;
const POLICIES = 5_000;
const ROUTES = 10_000;
const PAGE = 100;
const P95_MS_MAX = 100;
const PAINT_SECONDS_MAX = 1;
/** Requests before the measured ones: a new process compiles, and its caches are empty. */
const WARM_UP = 30;
const COOKIE = '__Host-svc_access';
const CHROMIUM = new URL('../../../scripts/chromium.mjs', import.meta.url);

interface List {
  name: string;
  path: string;
  page: string;
  /** Queries beside those of all pages in the order of the list. */
  queries: readonly string[];
}

const LISTS: readonly List[] = [
  {
    name: `${AGENTS.toLocaleString('en')} agents`,
    path: '/agents',
    page: '/app/agents',
    queries: ['sort=-asked', 'sort=createdAt', 'q=worker-49', 'q=no-such-name', 'status=PAUSED', 'sandbox=true'],
  },
  {
    name: `${POLICIES.toLocaleString('en')} policies`,
    path: '/policies',
    page: '/app/policies',
    queries: ['sort=name', 'sort=-updatedAt', 'q=copy 249', 'q=no-such-name', 'decision=BLOCK', 'action=EXPORT'],
  },
  {
    name: `${ROUTES.toLocaleString('en')} routes`,
    path: '/http-routes',
    page: '/app/routes',
    queries: ['sort=-name', 'q=route-99', 'q=no-such-name'],
  },
];

export async function measureLists(stage: Stage): Promise<Row[]> {
  await (await stage.startService()).stop();
  progress('lists: making agents, policies and routes');
  await asEveryOrganization(stage.connectionString, async (client) => {
    await client.query(COPY_AGENTS, [ORGANIZATION, AGENTS]);
    await client.query(COPY_POLICIES, [ORGANIZATION, POLICIES]);
    await client.query(INSERT_ROUTES, [ORGANIZATION, ROUTES]);
    await client.query('ANALYZE svc.agents, svc.policy_revisions, svc.http_routes');
  });
  const owner = { organization: ORGANIZATION, role: 'OWNER', count: 1 } as const;
  const [token = ''] = await makeSessions(stage.connectionString, owner);
  const { baseUrl } = await stage.startService();
  const rows: Row[] = [];
  for (const list of LISTS) rows.push(await measurePages(baseUrl, token, list));
  return [...rows, ...(await measurePaint(baseUrl, token))];
}

async function measurePages(baseUrl: string, token: string, { name, path, queries }: List): Promise<Row> {
  progress(`lists: every page of ${name}`);
  const tookMs: number[] = [];
  const read = async (query: string) => {
    const startMs = performance.now();
    const response = await fetch(`${baseUrl}${path}?${query}`, { headers: { cookie: `${COOKIE}=${token}` } });
    const body = (await response.json()) as { nextCursor: string | null };
    if (response.status !== 200) throw new Error(`${path}?${query} was answered with ${response.status}`);
    tookMs.push(performance.now() - startMs);
    return body.nextCursor;
  };
  for (let at = 0; at < WARM_UP; at += 1) await read(`limit=${PAGE}&${queries[at % queries.length]}`);
  tookMs.length = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    cursor = await read(`limit=${PAGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
  }
  for (const query of queries) for (let time = 0; time < ROUNDS; time += 1) await read(`limit=${PAGE}&${query}`);
  const p95 = tookMs.toSorted((one, other) => one - other)[Math.ceil(tookMs.length * 0.95) - 1] ?? Number.NaN;
  return {
    what: `Any page of a list of ${name}: p95 of ${tookMs.length} requests`,
    ours: milliseconds(tookMs),
    beside: 'the median on the left',
    results: [p95],
    unit: ' ms',
    target: { bound: 'max', value: P95_MS_MAX },
  };
}

/** From the address to the first row, in a browser that has the app in its cache, as a person's has. */
async function measurePaint(baseUrl: string, token: string): Promise<Row[]> {
  const executablePath = execFileSync(process.execPath, [CHROMIUM.pathname], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-US' });
    const { hostname: domain } = new URL(baseUrl);
    await context.addCookies([{ name: COOKIE, value: token, domain, path: '/', secure: true, httpOnly: true }]);
    const page = await context.newPage();
    const rows: Row[] = [];
    for (const list of LISTS) {
      progress(`lists: the page of ${list.name}`);
      const seconds: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const startMs = performance.now();
        await page.goto(list.page, { waitUntil: 'commit' });
        await page.getByRole('row').nth(2).waitFor();
        if (round > 0) seconds.push((performance.now() - startMs) / 1_000);
      }
      rows.push({
        what: `The page of ${list.name}, from its address to its first rows in Chromium`,
        ours: `${median(seconds).toFixed(2)} s`,
        beside: '',
        results: seconds,
        unit: ' s',
        target: { bound: 'max', value: PAINT_SECONDS_MAX },
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

const OF_ORGANIZATION = '(SELECT organization_id FROM svc.organizations WHERE name = $1)';

const COPY_AGENTS = `
  INSERT INTO svc.agents (organization_id, id, name, status, permissions, created_at, updated_at, description)
  SELECT organization_id, gen_random_uuid(), 'worker-' || n, CASE WHEN n % 10 = 0 THEN 'PAUSED' ELSE 'ACTIVE' END,
    permissions, created_at + n * interval '1 second', updated_at, 'One of many'
  FROM svc.agents, generate_series(1, $2::int) AS n
  WHERE organization_id = ${OF_ORGANIZATION} AND name = 'bot-1'`;

const COPY_POLICIES = `
  INSERT INTO svc.policy_revisions (organization_id, policy_id, version_from, name, spec, updated_at)
  SELECT p.organization_id, gen_random_uuid(), p.version_from, p.name || ', copy ' || n,
    jsonb_set(p.spec, '{name}', to_jsonb(p.name || ', copy ' || n)), p.updated_at
  FROM svc.policy_revisions p, generate_series(1, $2::int / 20) AS n
  WHERE p.organization_id = ${OF_ORGANIZATION} AND p.version_to IS NULL`;

const INSERT_ROUTES = `
  INSERT INTO svc.http_routes (organization_id, id, name, base_url, timeout_ms, created_at, updated_at, scan_body)
  SELECT ${OF_ORGANIZATION}, gen_random_uuid(), 'route-' || n, 'https://api-' || n || '.example.com/v1', 10000, now(),
    now(), false
  FROM generate_series(1, $2::int) AS n`;
