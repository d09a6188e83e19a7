// SPDX-License-Identifier: Apache-2.0
/** The rooms of the server: one written order, and a door each. ARCHITECTURE.md tells the same order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsIn, pathOf } from './import-graph.ts';
import { ROOT, readRepositoryFile, repositoryFiles, withoutLicence } from './source-files.ts';

/** From the lowest: a room imports only rooms that stand before it. The last ones are the wiring. */
const ROOMS = [
  'clock',
  'errors',
  'logging',
  'addresses',
  'pagination',
  'db',
  'metrics',
  'news',
  'vault',
  'sealed',
  'installation',
  'config',
  'shares',
  'rates',
  'limits',
  'turns',
  'threads',
  'lists',
  'causes',
  'heads',
  'egress',
  'jobs',
  'outbox',
  'mail',
  'accounts',
  'factors',
  'sessions',
  'leads',
  'plans',
  'rollups',
  'registry/records',
  'registry/resources',
  'registry/api-keys',
  'registry/agents',
  'chat-links',
  'registry/integrations',
  'registry/routes',
  'organizations',
  'notices',
  'billing',
  'people',
  'members',
  'operators',
  'api-keys',
  'policies',
  'guardrails',
  'proposals',
  'audit',
  'webhooks',
  'figures',
  'anomalies',
  'recorder',
  'scan',
  'events',
  'oauth',
  'unconfirmed-access',
  'data-rights',
  'impact',
  'reviews',
  'chat',
  'dashboard',
  'stream',
  'decide',
  'gateways',
  'machine-api',
  'retention',
  'provisioning',
  'provisioning-export',
  'history',
  'demo',
  'http',
  'mcp',
  'routes',
  'workers.ts',
  'connected-apps.ts',
  'tasks.ts',
  'app-options.ts',
  'app.ts',
  'service.ts',
  'commands',
  'main.ts',
] as const;

/** Fastify carries HTTP: rooms without it throw an ApiError, and http/errors.ts answers it. */
const KNOWS_FASTIFY = ['http', 'routes', 'connected-apps.ts', 'app.ts'];

/** Loaded late, and by their file: a command is loaded when it is asked for. */
const FILES_OF_SERVER = /^server\/src\/.*\.ts$/;

interface Import {
  file: string;
  from: string;
  to: string;
  target: string;
}

function roomOf(path: string): string {
  const inside = path.slice('server/src/'.length);
  return /^registry\/[^/]+(?=\/)/.exec(inside)?.[0] ?? inside.split('/', 1)[0] ?? '';
}

function importsOf(file: string): Import[] {
  return importsIn(readRepositoryFile(file))
    .map((module) => pathOf(file, module))
    .filter((target) => FILES_OF_SERVER.test(target))
    .map((target) => ({ file, target, from: roomOf(file), to: roomOf(target) }));
}

describe('rooms of the server', () => {
  const files = repositoryFiles().filter((path) => FILES_OF_SERVER.test(path) && !path.endsWith('.test.ts'));
  const across = files.flatMap(importsOf).filter(({ from, to }) => from !== to);
  const place = (room: string) => ROOMS.indexOf(room as (typeof ROOMS)[number]);

  it('are all in the written order, once each', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(across.length).toBeGreaterThan(300);
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...ROOMS].sort());
  });

  it('import only rooms that stand before them: move what both need to the lower one', () => {
    const upward = across.filter(({ from, to }) => place(to) > place(from));
    expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('are entered by their index alone: export what others may use there', () => {
    const past = across.filter(({ to, target }) => !to.endsWith('.ts') && target !== `server/src/${to}/index.ts`);
    expect(past.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('say in the header of their index what they own and what they refuse to know', () => {
    const silent = ROOMS.filter((room) => !room.endsWith('.ts')).filter((room) => {
      const index = `server/src/${room}/index.ts`;
      if (!existsSync(join(ROOT, index))) return true;
      const header =
        /^\/\*\*[\s\S]*?\*\//.exec(withoutLicence(readRepositoryFile(index)))?.[0].replace(/\s*\n \* /g, ' ') ?? '';
      return !/\bOwns /.test(header) || !/\b[Rr]efuses to /.test(header);
    });
    expect(silent).toEqual([]);
  });

  it('leave Fastify to http, routes and the wiring', () => {
    const knowing = files.filter((file) => /from '(fastify|@fastify\/[^']+)'/.test(readRepositoryFile(file)));
    expect(knowing.length).toBeGreaterThan(20);
    expect(knowing.filter((file) => !KNOWS_FASTIFY.includes(roomOf(file)))).toEqual([]);
  });

  it('stand in ARCHITECTURE.md in the same order, each with what it owns', () => {
    const section = /### Rooms of the server\n([\s\S]*?)\n##/.exec(readRepositoryFile('ARCHITECTURE.md'))?.[1] ?? '';
    const told = [...section.matchAll(/^ {4}([a-z][\w./-]*?)\/? {2,}\S/gm)].map(([, room]) => room);
    expect(told).toEqual(ROOMS);
  });
});
