// SPDX-License-Identifier: Apache-2.0
/**
 * Cerbos as a peer: the twenty policies of the measured organization as rules of its own, and the same requests. It
 * knows no classes of data, so a rule names its resource, and it has no REVIEW, so such a rule denies.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installBeside } from '../../../scripts/install-beside.mjs';
import { REQUESTS, RESOURCES, twentyPolicies } from '../organizations.ts';
import type { Server } from '../processes.ts';

const FOLDER = 'bench/cerbos';
export const CERBOS_VERSION = '0.55.0';
const START_WITHIN_MS = 20_000;

/** @returns null where the registry has no build for this machine */
export function cerbosProgram(): string | null {
  installBeside(FOLDER);
  const name = `cerbos-${process.platform}-${process.arch}`;
  const path = join(import.meta.dirname, '../../../', FOLDER, 'node_modules/@cerbos', name, name);
  return existsSync(path) ? path : null;
}

/** @param audit writes each decision to its log, as its documentation sets it up */
export async function startCerbos(program: string, folder: string, audit: boolean): Promise<Server> {
  const own = join(folder, audit ? 'cerbos-audit' : 'cerbos');
  const policies = join(own, 'policies');
  mkdirSync(policies, { recursive: true });
  for (const [name, text] of Object.entries(policyFiles())) writeFileSync(join(policies, `${name}.yaml`), text);
  const [http, grpc] = [await freePort(), await freePort()];
  const log = { enabled: true, accessLogsEnabled: true, decisionLogsEnabled: true, backend: 'file' };
  const config = {
    server: {
      httpListenAddr: `127.0.0.1:${http}`,
      grpcListenAddr: `127.0.0.1:${grpc}`,
      requestLimits: { maxActionsPerResource: 50 },
    },
    storage: { driver: 'disk', disk: { directory: policies, watchForChanges: false } },
    telemetry: { disabled: true },
    ...(audit && { audit: { ...log, file: { path: join(own, 'audit.log') } } }),
  };
  writeFileSync(join(own, 'config.yaml'), JSON.stringify(config));
  const child = spawn(program, ['server', `--config=${join(own, 'config.yaml')}`, '--log-level=error'], {
    stdio: 'ignore',
  });
  const baseUrl = `http://127.0.0.1:${http}`;
  await answers(`${baseUrl}/_cerbos/health`);
  return {
    pid: child.pid ?? 0,
    baseUrl,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The requests of the measured organization, in its words. */
export function cerbosRequests(): { headers: Record<string, string>; body: string }[] {
  return REQUESTS.map(({ agent = '', action, resource = '', destination, recordsAffected }, index) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: `r-${index}`,
      principal: { id: agent, roles: ['agent'] },
      resources: [
        {
          actions: [action],
          resource: {
            kind: resource.replace('-', '_'),
            id: resource,
            attr: {
              isExternal: destination?.startsWith('EXTERNAL') ?? false,
              records: recordsAffected ?? 0,
              atNight: false,
            },
          },
        },
      ],
    }),
  }));
}

const CONDITIONS = [
  'request.resource.attr.isExternal',
  'request.resource.attr.records >= 1000',
  'request.resource.attr.isExternal && request.resource.attr.records >= 1',
  'request.resource.attr.atNight || request.resource.attr.records >= 10000',
  'request.principal.id in ["bot-2", "bot-3"]',
];

/** Every fifth policy has the same condition, as those of the organization do. */
function policyFiles(): Record<string, string> {
  const rules = twentyPolicies().map(({ action, decision }, index) => ({
    actions: [`${action}_DATA`],
    effect: decision === 'ALLOW' ? 'EFFECT_ALLOW' : 'EFFECT_DENY',
    roles: ['agent'],
    condition: { match: { expr: CONDITIONS[index % CONDITIONS.length] } },
  }));
  const others = { actions: ['*'], effect: 'EFFECT_ALLOW', roles: ['agent'] };
  return Object.fromEntries(
    Object.keys(RESOURCES).map((name) => {
      const resource = name.replace('-', '_');
      const policy = { resource, version: 'default', rules: [...rules, others] };
      return [resource, JSON.stringify({ apiVersion: 'api.cerbos.dev/v1', resourcePolicy: policy })];
    }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

async function answers(url: string): Promise<void> {
  const lastMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > lastMs) throw new Error(`${url} did not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
