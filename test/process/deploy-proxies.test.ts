// SPDX-License-Identifier: Apache-2.0
/**
 * Two processes of the built service behind each proxy of `deploy`, by the file that stands there.
 * Guarantees: a rolling restart loses no request of callers that keep their connections, and decides none twice. A proxy
 * that asks for health asks no caller to repeat one. Requests of one key go to one process while both are there. While no
 * process is ready the answer is a 503 in the form of the service's own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { run } from '#harness/compatibility';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { freePorts } from '../failover/cluster/processes.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';
import { type RunningServer, startServer } from './running-server.ts';

const CLIENTS = 12;
/** Answers between two steps, so that every client is in the middle of its work. */
const BETWEEN = 20 * CLIENTS;
/** The drain that the files name. */
const DRAIN_SECONDS = '5';
const keyOf = (client: number) => `key_live_${String(client).padStart(43, 'C')}`;
const EVENT = JSON.stringify({ agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' });

interface Proxy {
  program: string;
  /** It tells only whether the program is there. */
  version: readonly string[];
  file: string;
  isTls: boolean;
  /** Whether it asks for `/ready` by itself. */
  asks: boolean;
  /** Changes addresses and places of the file to those of the test. @returns the command */
  prepare(folder: string, port: number, ports: readonly number[]): readonly string[];
}

const toPorts = (text: string, ports: readonly number[]) =>
  text.replaceAll(/127\.0\.0\.1:400([01])/g, (_all, at: string) => `127.0.0.1:${ports[Number(at)]}`);
const write = (path: string, text: string) => {
  writeFileSync(path, text);
  return path;
};

const PROXIES: readonly Proxy[] = [
  {
    program: 'haproxy',
    version: ['-v'],
    file: 'haproxy.cfg',
    isTls: true,
    asks: true,
    prepare(folder, port, ports) {
      const text = toPorts(readRepositoryFile('deploy/haproxy.cfg'), ports)
        .replaceAll(/^ {2}(user|group) haproxy\n/gm, '')
        .replaceAll(/^ {2}bind \[::\].*\n/gm, '')
        .replace('bind :80\n', `bind unix@${folder}/plain\n`)
        .replace('bind :443 ', `bind 127.0.0.1:${port} `)
        .replaceAll('/etc/ssl/svc/', `${folder}/`);
      return ['-db', '-f', write(join(folder, 'haproxy.cfg'), text)];
    },
  },
  {
    program: 'nginx',
    version: ['-v'],
    file: 'nginx.conf',
    isTls: true,
    asks: false,
    prepare(folder, port, ports) {
      const site = toPorts(readRepositoryFile('deploy/nginx.conf'), ports)
        .replaceAll('/etc/ssl/svc/', `${folder}/`)
        .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen unix:${folder}/plain;`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `);
      const include = write(join(folder, 'svc.conf'), site);
      const main = `pid ${folder}/pid; error_log stderr; daemon off; events {} http { access_log off; include ${include}; }`;
      return ['-p', folder, '-c', write(join(folder, 'main.conf'), main)];
    },
  },
  {
    program: 'caddy',
    version: ['version'],
    file: 'Caddyfile',
    // Its certificates would come from elsewhere.
    isTls: false,
    asks: true,
    prepare(folder, port, ports) {
      const site = toPorts(readRepositoryFile('deploy/Caddyfile'), ports).replace(
        'svc.example {',
        `http://:${port} {\n\tbind 127.0.0.1`,
      );
      const file = write(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  },
];

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-proxies-'));
  database = await openEmptyDatabase();
  writeFileSync(join(folder, 'file.yaml'), provisioning());
  const made = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=svc.example', '-days', '1', ...made];
  expect((await run('openssl', request, folder, PROGRAM_WITHIN_MS)).code).toBe(0);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const provisioning = () => `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: ENTERPRISE
    resources: [{ name: orders, classification: INTERNAL }]
    agents: [{ name: billing-bot }]
    apiKeys:
${Array.from({ length: CLIENTS }, (_, at) => `      - { name: caller-${at}, key: ${keyOf(at)} }`).join('\n')}
`;

interface Process {
  server: RunningServer;
  /** How many decisions it has recorded. */
  decisions(): Promise<number>;
}

async function startProcess(port: number): Promise<Process> {
  const server = startServer([], {
    SVC_PORT: String(port),
    SVC_DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    SVC_PROVISION_FILE: join(folder, 'file.yaml'),
    SVC_RATE_EVENTS_PER_MINUTE: '1000000',
    SVC_TRUST_PROXY: '127.0.0.1',
    SVC_METRICS_PORT: '0',
    SVC_DRAIN_SECONDS: DRAIN_SECONDS,
  });
  await server.seen(/"listening on http/);
  const [, metricsPort = ''] = await server.seen(/"port":(\d+),"msg":"metrics are served"/);
  return {
    server,
    async decisions() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return [...text.matchAll(/^svc_decisions_total\{[^}]*\} (\d+)$/gm)].reduce(
        (sum, [, one]) => sum + Number(one),
        0,
      );
    },
  };
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A caller that keeps its connection. @returns a function that asks for one decision */
function openCaller(baseUrl: string, key: string): { ask(idempotencyKey?: string): Promise<Answer>; close(): void } {
  const isTls = baseUrl.startsWith('https:');
  const agent = isTls
    ? new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    : new HttpAgent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', host: 'svc.example' };
  return {
    ask: (idempotencyKey = randomUUID()) =>
      new Promise((resolve, reject) => {
        const open = isTls ? httpsRequest : httpRequest;
        const sent = open(
          `${baseUrl}/v1/events`,
          { method: 'POST', agent, headers: { ...headers, 'idempotency-key': idempotencyKey } },
          (response) => {
            let body = '';
            response.setEncoding('utf8').on('data', (text: string) => {
              body += text;
            });
            response.once('error', reject);
            response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
          },
        );
        sent.once('error', reject);
        sent.end(EVENT);
      }),
    close: () => agent.destroy(),
  };
}

/** The status, and for an answer of the service what it says. */
const failureOf = ({ status, body }: Answer) => (status === 502 ? '502' : `${status} ${body}`);

async function countEvents(): Promise<number> {
  const [row] = await readRows<{ count: number }>(database, 'SELECT count(*)::int AS count FROM svc.events');
  return row?.count ?? 0;
}

async function stopProxy(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null) return;
  const closed = new Promise((resolve) => proxy.once('close', resolve));
  proxy.kill('SIGTERM');
  await closed;
}

const here = PROXIES.filter(({ program, version }) => spawnSync(program, version).status === 0);

it('finds the proxies, which CI must have', () => {
  if ((process.env.CI ?? '') !== '') expect(here).toEqual(PROXIES);
});

describe.each(here)('two processes behind $program, by deploy/$file', ({ program, isTls, asks, prepare }) => {
  const at = () => join(folder, program);
  let ports: number[];
  let baseUrl: string;
  let proxy: ChildProcess;
  let processes: Process[] = [];

  beforeAll(async () => {
    mkdirSync(at(), { recursive: true });
    const pem = ['privkey.pem', 'fullchain.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const [name, text] of [
      ['privkey.pem', pem[0]],
      ['fullchain.pem', pem[1]],
      ['svc.pem', pem.join('')],
    ] as const) {
      write(join(at(), name), text ?? '');
    }
    const [port = 0, ...others] = await freePorts(3);
    ports = others;
    baseUrl = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`;
    processes = await Promise.all(ports.map(startProcess));
    const env = { PATH: process.env.PATH ?? '', HOME: at() };
    proxy = spawn(program, prepare(at(), port, ports), { stdio: 'ignore', env });
    const caller = openCaller(baseUrl, keyOf(0));
    await vi.waitFor(async () => expect((await caller.ask()).status).toBe(200), PATIENTLY);
    caller.close();
  });
  afterAll(async () => {
    if (proxy !== undefined) await stopProxy(proxy);
    for (const { server } of processes) {
      server.process.kill('SIGKILL');
      await server.ended;
    }
  });

  it('sends requests of one key to one process', async () => {
    const before = await Promise.all(processes.map((one) => one.decisions()));
    const callers = Array.from({ length: 20 }, () => openCaller(baseUrl, keyOf(1)));
    const answers = await Promise.all(callers.map((caller) => caller.ask()));
    for (const caller of callers) caller.close();
    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
    const after = await Promise.all(processes.map((one) => one.decisions()));
    expect(after.map((count, one) => count - (before[one] ?? 0)).sort()).toEqual([0, 20].sort());
  });

  it('loses no request while each process is stopped in turn, and started again', async () => {
    const before = await countEvents();
    const failures: string[] = [];
    let answered = 0;
    let isRunning = true;
    const load = Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const caller = openCaller(baseUrl, keyOf(client));
        while (isRunning) {
          // One that was not answered is asked again under its key, as every caller does.
          for (const idempotencyKey = randomUUID(); ; ) {
            const answer = await caller.ask(idempotencyKey).catch((error: Error) => error);
            if (!(answer instanceof Error) && answer.status === 200) break;
            failures.push(answer instanceof Error ? answer.message : failureOf(answer));
          }
          answered += 1;
        }
        caller.close();
      }),
    );
    const more = async () => {
      const enough = answered + BETWEEN;
      await expect.poll(() => answered).toBeGreaterThan(enough);
    };
    await more();
    for (const [one, port] of ports.entries()) {
      const stopping = processes[one]?.server;
      stopping?.process.kill('SIGTERM');
      expect(await stopping?.ended).toBe(0);
      await more();
      const again = await startProcess(port);
      processes[one] = again;
      // The next one stops only when this one has work again.
      await expect.poll(() => again.decisions()).toBeGreaterThan(0);
    }
    await more();
    isRunning = false;
    await load;
    // A proxy that asks for no health sends until the listener closes: that moment may cost some a 502.
    expect(failures.filter((failure) => asks || failure !== '502')).toEqual([]);
    expect((await countEvents()) - before).toBe(answered);
  });

  it('answers 503 while there is no process', async () => {
    for (const { server } of processes) server.process.kill('SIGKILL');
    await Promise.all(processes.map(({ server }) => server.ended));
    const caller = openCaller(baseUrl, keyOf(0));
    let answer: Answer = { status: 0, headers: {}, body: '' };
    const status = async () => {
      answer = await caller.ask().catch(() => answer);
      return answer.status;
    };
    await expect.poll(status).toBe(asks ? 503 : 502);
    caller.close();
    if (!asks) return;
    // The answer that was seen: a proxy ends the connection behind its own, while another request is on its way.
    const { headers, body } = answer;
    expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' });
    expect(JSON.parse(body)).toEqual({
      error: 'unavailable',
      message: ERRORS.unavailable.message,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});
