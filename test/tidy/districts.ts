// SPDX-License-Identifier: Apache-2.0
/**
 * Districts of the server with their rooms, from the lowest. A room imports rooms of lower districts, and rooms
 * that stand before it in its own one. The last district is the wiring; its files are rooms by themselves.
 */
import { readRepositoryFile, withoutLicence } from './source-files.ts';

export const DISTRICTS = {
  platform: [
    'clock',
    'errors',
    'time-left',
    'logging',
    'addresses',
    'pagination',
    'installation',
    'vault',
    'config',
    'shares',
    'rates',
    'turns',
    'threads',
  ],
  storage: [
    'connections',
    'db',
    'schema',
    'metrics',
    'news',
    'limits',
    'lists',
    'jobs',
    'outbox',
    'causes',
    'authority',
    'grant-ends',
    'heads',
    'sealed',
  ],
  outgoing: ['egress', 'otlp', 'mail'],
  people: [
    'activity',
    'passwords',
    'links',
    'accounts',
    'factors',
    'entry',
    'memberships',
    'signing-keys',
    'sessions',
    'leads',
  ],
  registry: [
    'plans',
    'names',
    'records',
    'record-lists',
    'grants',
    'budgets',
    'tool-rules',
    'resources',
    'api-keys',
    'agents',
    'chat-links',
    'credentials',
    'integrations',
    'gateway-routes',
  ],
  organization: [
    'organizations',
    'notices',
    'billing',
    'own-account',
    'members',
    'groups',
    'sso',
    'scim-protocol',
    'scim',
    'operators',
    'callers',
    'oauth',
  ],
  rules: [
    'policy-jobs',
    'policy-versions',
    'policies',
    'policy-editing',
    'applied',
    'budgets',
    'tool-rules',
    'proofs',
    'guardrails',
    'proposals',
  ],
  record: ['archive', 'audit', 'replay', 'webhooks', 'recorder', 'scan', 'events', 'impact', 'sinks'],
  decisions: ['decide', 'reviews', 'chat', 'gateways', 'acts', 'tool-calls', 'stream', 'machine-api', 'authzen'],
  measures: ['counts', 'anomalies', 'dashboard'],
  lifecycle: [
    'unconfirmed-access',
    'retention',
    'data-rights',
    'provisioning',
    'provisioning-export',
    'history',
    'demo',
  ],
  doors: ['http', 'mcp', 'routes'],
  process: [
    'workers.ts',
    'connected-apps.ts',
    'tasks.ts',
    'app-options.ts',
    'directories.ts',
    'sinks.ts',
    'app-tasks.ts',
    'app.ts',
    'waiting.ts',
    'prepare.ts',
    'service.ts',
    'group',
    'commands',
    'main.ts',
  ],
} as const;

/** Every room as `district/room`, from the lowest. */
export const ROOMS: readonly string[] = Object.entries(DISTRICTS).flatMap(([district, rooms]) =>
  rooms.map((room) => `${district}/${room}`),
);

const SOURCES = 'server/src/';

/** @param room as `district/room` @returns the first comment of its door, or of the file, as one line */
export function headerOf(room: string): string {
  const text = withoutLicence(readRepositoryFile(doorOf(room) ?? `${SOURCES}${room}`));
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
  return comment.replaceAll(/\s*\n \* ?/g, ' ').trim();
}

/** @param path of a file below server/src @returns its room, as `district/room` */
export function roomOf(path: string): string {
  return path.slice(SOURCES.length).split('/', 2).join('/');
}

/** @returns the path of the door of a room; null for a file, which is its own */
export function doorOf(room: string): string | null {
  return room.endsWith('.ts') ? null : `${SOURCES}${room}/index.ts`;
}
