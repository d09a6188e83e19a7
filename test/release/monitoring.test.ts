// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a real Prometheus reads the service, every alert fires for its cause alone, and has a page that says what to do. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { PATIENTLY } from '#harness/bounds';
import { createTestDatabase, type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { acme, LIVE_KEY } from '#harness/service';
import { debianTools } from '../../scripts/debian.mjs';
import { type RunningServer, startServer } from '../process/running-server.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const ALERTS = join(ROOT, 'deploy/chart/files/alerts.yaml');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] };
const RULES = groups.flatMap(({ rules }) => rules);

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}
const { panels } = JSON.parse(readRepositoryFile('deploy/chart/files/dashboard.json')) as Dashboard;
const SHOWN = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
);

let folder: string;
let database: TestDatabase;
let line: DatabaseLine;
let server: RunningServer;
let prometheus: ChildProcess;
let address: string;
let metricsAddress: string;
let baseUrl: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-monitoring-'));
  database = await createTestDatabase();
  line = await startDatabaseLine(database);
  writeFileSync(join(folder, 'first.yaml'), acme());
  server = startServer([], {
    DATABASE_URL: line.database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: join(folder, 'first.yaml'),
    SVC_METRICS_PORT: '0',
  });
  const [, port] = await server.seen(/"port":(\d+),"msg":"metrics are served"/);
  metricsAddress = `127.0.0.1:${port}`;
  [, baseUrl = ''] = await server.seen(/"listening on (http:[^"]+)"/);
  for (let number = 0; number < 20; number += 1) await decide();
  await startPrometheus();
});
afterAll(async () => {
  prometheus?.kill('SIGTERM');
  server?.process.kill('SIGTERM');
  await server?.ended;
  await line?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const decide = async () =>
  await fetch(`${baseUrl}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' }),
  });

async function startPrometheus(): Promise<void> {
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ALERTS],
    scrape_configs: [{ job_name: 'svc', static_configs: [{ targets: [metricsAddress] }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  const args = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'series')}`];
  prometheus = spawn('prometheus', [...args, '--web.listen-address=127.0.0.1:0'], { env: debianTools(['prometheus']) });
  address = await new Promise((resolve, reject) => {
    let output = '';
    prometheus.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /msg="Listening on" address=([\d.:]+)/.exec(output) ?? [];
      if (found !== undefined) resolve(`http://${found}`);
    });
    prometheus.once('close', (code) => reject(new Error(`Prometheus ended with ${code}: ${output}`)));
  });
}

async function ask<Data>(path: string, query: Record<string, string> = {}): Promise<Data> {
  const response = await fetch(`${address}/api/v1/${path}?${new URLSearchParams(query)}`);
  const { status, data, error } = (await response.json()) as { status: string; data: Data; error?: string };
  expect([path, query, status, error]).toEqual([path, query, 'success', undefined]);
  return data;
}
const valuesOf = async (query: string) =>
  (await ask<{ result: { value: [number, string] }[] }>('query', { query })).result;

describe('Prometheus', () => {
  it('reads the service, and evaluates every rule', async () => {
    await vi.waitFor(async () => {
      const { groups: found } = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules');
      const rules = found.flatMap((group) => group.rules);
      expect(rules.map(({ name, health }) => [name, health])).toEqual(RULES.map(({ alert }) => [alert, 'ok']));
    }, PATIENTLY);
    await vi.waitFor(async () => expect(await valuesOf('up{job="svc"} == 1')).toHaveLength(1), PATIENTLY);
  });

  it('knows every metric that an alert or the dashboard names', async () => {
    const text = await (await fetch(`http://${metricsAddress}/metrics`)).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const named = [...SHOWN, ...RULES.map(({ expr }) => expr)].flatMap(
      (expr) => expr.match(/\b(?:svc|nodejs|process)_\w+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(40);
    const names = [...new Set(named)].map((name) =>
      known.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''),
    );
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('answers every question of the dashboard, and those about decisions with values', async () => {
    for (const expr of SHOWN) await ask('query', { query: expr });
    await vi.waitFor(async () => {
      await decide();
      const [rate] = await valuesOf('sum(rate(svc_decisions_total[1m]))');
      expect(Number(rate?.value[1])).toBeGreaterThan(0);
    }, PATIENTLY);
  });

  it('sees no cause for an alert in a service that is well', async () => {
    await vi.waitFor(async () => {
      const causes = await Promise.all(
        RULES.map(async ({ alert, expr }) => ((await valuesOf(expr)).length > 0 ? alert : null)),
      );
      expect(causes.filter((alert) => alert !== null)).toEqual([]);
    }, PATIENTLY);
  });

  it('sees that the database is away, and that decisions fail', async () => {
    const exprOf = (alert: string) => RULES.find((rule) => rule.alert === alert)?.expr ?? '';
    line.cut();
    await vi.waitFor(async () => {
      expect((await decide()).status).toBe(503);
      expect(await valuesOf(exprOf('SvcDatabaseDown'))).toHaveLength(1);
      expect(await valuesOf(exprOf('SvcDecisionsFail'))).toHaveLength(1);
    }, PATIENTLY);
    line.mend();
    await vi.waitFor(async () => expect(await valuesOf(exprOf('SvcDatabaseDown'))).toHaveLength(0), PATIENTLY);
  });
});

/** Series that make each alert fire, and others that do not; one value a minute. */
const CAUSES: Readonly<
  Record<string, { series: string; firing: string; quiet: string; labels?: Record<string, string> }>
> = {
  SvcGone: { series: 'up{job="svc",instance="a"}', firing: '0x300', quiet: '1x300' },
  SvcProcessDown: { series: 'up{job="svc",instance="a"}', firing: '0x300', quiet: '1x300' },
  SvcDatabaseDown: { series: 'svc_database_up', firing: '0x300', quiet: '1x300' },
  SvcDecisionsFail: { series: 'svc_errors_total{code="unavailable"}', firing: '0+1x300', quiet: '7x300' },
  SvcDecisionsSlow: { series: 'svc_decision_seconds_bucket{le="1"}', firing: '0+60x300', quiet: '0x300' },
  SvcDecisionsWait: { series: 'svc_decisions_waiting', firing: '2001x300', quiet: '2000x300' },
  SvcChainLostEntries: { series: 'svc_chain_lost_entries', firing: '1x300', quiet: '0x300' },
  SvcTaskFails: { series: 'svc_task_succeeded{task="mail"}', firing: '0x300', quiet: '1x300' },
  SvcTaskStopped: { series: 'svc_task_started_timestamp_seconds{task="mail"}', firing: '0x300', quiet: '0+60x300' },
  SvcTaskBehind: { series: 'svc_task_backlog{task="mail"}', firing: '1x300', quiet: '0x300' },
  SvcQueueOld: { series: 'svc_queue_oldest_due_seconds{queue="mail"}', firing: '901x300', quiet: '900x300' },
  SvcMailGivenUp: { series: 'svc_mails_total{outcome="given_up"}', firing: '0+1x300', quiet: '3x300' },
  SvcCollectorRejects: { series: 'svc_sink_events_total{outcome="rejected"}', firing: '0+1x300', quiet: '3x300' },
  SvcConnectionsShort: { series: 'svc_pool_waiting{pool="reads"}', firing: '11x300', quiet: '10x300' },
  SvcNewsUnheard: { series: 'svc_connection_held{use="listener",instance="a"}', firing: '0x300', quiet: '1x300' },
  SvcEventLoopLags: { series: 'nodejs_eventloop_lag_p99_seconds{job="svc"}', firing: '0.6x300', quiet: '0.1x300' },
};
/** A histogram needs its last bucket, and a service that is not gone a process. */
const BESIDE: Readonly<Record<string, { series: string; values: string }[]>> = {
  SvcDecisionsSlow: [
    { series: 'svc_decision_seconds_bucket{le="0.5"}', values: '0x300' },
    { series: 'svc_decision_seconds_bucket{le="+Inf"}', values: '0+60x300' },
  ],
};

describe('every alert', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { env: debianTools(['prometheus']), encoding: 'utf8', stdio: 'pipe' });

  it('has a case below', () => {
    expect(RULES.map(({ alert }) => alert)).toEqual(Object.keys(CAUSES));
    expect(promtool('check', 'rules', ALERTS)).toContain(`SUCCESS: ${RULES.length} rules`);
  });

  it.each(RULES)('fires for its cause alone: $alert', ({ alert }) => {
    const { series, firing, quiet } = CAUSES[alert] as (typeof CAUSES)[string];
    const test = (values: string, count: 'fires' | 'is quiet') => {
      const file = join(folder, `${alert}-${count.replace(' ', '-')}.yaml`);
      const beside = count === 'fires' ? (BESIDE[alert] ?? []) : [];
      writeFileSync(
        file,
        stringify({
          rule_files: [ALERTS],
          evaluation_interval: '1m',
          tests: [
            {
              interval: '1m',
              input_series: [{ series, values }, ...beside],
              // The number of firing alerts does not depend on what they say.
              promql_expr_test: [
                {
                  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
                  eval_time: '200m',
                  exp_samples: [{ labels: '{}', value: count === 'fires' ? 1 : 0 }],
                },
              ],
            },
          ],
        }),
      );
      expect(promtool('test', 'rules', file)).toContain('SUCCESS');
    };
    test(firing, 'fires');
    test(quiet, 'is quiet');
  });

  it.each(RULES)('says how grave it is, and leads to what to do: $alert', ({ alert, labels, annotations }) => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    const page = readRepositoryFile('docs/operating/alerts.md');
    expect(annotations.runbook_url).toBe(`https://svc.example/docs/operating/alerts#${alert.toLowerCase()}`);
    const [, part = ''] = new RegExp(`^## ${alert}$([\\s\\S]*?)(?=^## |\\Z)`, 'm').exec(`${page}\n## `) ?? [];
    expect(part).toMatch(/^1\. |^\| Queue/m);
  });
});
