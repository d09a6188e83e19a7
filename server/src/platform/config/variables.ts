// SPDX-License-Identifier: Apache-2.0
/** Every environment variable of the service: its parser and its meaning. The reference is written from this. */
import { isAbsolute, resolve } from 'node:path';
import { PLAN_CHANGES, PLANS } from '@svc/contract';
import { EVENTS_PER_MINUTE } from '@svc/contract/limits';
import { databaseUrls, normalAddress, parseUrl, rangeFault } from '../addresses/index.ts';
import { parseEncryptionKeys } from '../vault/index.ts';
import { ARCHIVE_VARIABLES } from './archive.ts';
import { OTLP_VARIABLES } from './otlp.ts';
import { parseSmtpAddress } from './smtp-address.ts';
import { integer, plainAddress, secret, variable, webAddress } from './variable.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SIGN_UP_MODES = ['first', 'open', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
/** An address is that of a copy of the documentation, with a last slash. */
export type DocsMode = 'on' | 'off' | (string & {});

const STRIPE_KEY = /^[rs]k_(?:live|test)_[A-Za-z0-9]{8,}$/;
const STRIPE_WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{8,}$/;

/** A process works with the least, and gains nothing by more than the most. */
export const DATABASE_CONNECTIONS = { min: 16, max: 33 } as const;

export const VARIABLES = {
  host: variable('SVC_HOST', '127.0.0.1', 'Address to listen on.', (text) => text ?? '127.0.0.1'),
  port: variable('SVC_PORT', '4000', 'Port to listen on; 0 takes a free one.', (text) =>
    integer(text ?? '4000', 0, 65_535),
  ),
  baseUrl: variable('SVC_BASE_URL', 'from host and port', 'Public address of the API and the app.', (text) =>
    text === undefined ? null : webAddress(text),
  ),
  mcpUrl: variable(
    'SVC_MCP_URL',
    'base address and /mcp',
    'Public address of the MCP server, when it has a host name of its own.',
    (text) => (text === undefined ? null : mcpAddress(text)),
  ),
  mcpEgressAddress: variable(
    'SVC_MCP_EGRESS_IP',
    '127.0.0.1',
    'Address from which API keys that are used through the MCP server are seen, for their allow-lists.',
    (text) => ipAddress(text ?? '127.0.0.1'),
  ),
  dataDir: variable(
    'SVC_DATA_DIR',
    './.svc',
    'Folder of the embedded database, of generated keys and of mail; its files are readable by the owner only.',
    (text) => resolve(text ?? './.svc'),
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    'unset: embedded PostgreSQL',
    'PostgreSQL 15 or newer. Any number of processes may share it. Several hosts: the one that takes changes is used.',
    (text) => (text === undefined ? null : databaseAddress(text)),
  ),
  databaseConnections: variable(
    'SVC_DATABASE_CONNECTIONS',
    `as many as the server has room for, ${DATABASE_CONNECTIONS.min} to ${DATABASE_CONNECTIONS.max}`,
    'Connections to PostgreSQL that one process opens at most.',
    (text) => (text === undefined ? null : integer(text, DATABASE_CONNECTIONS.min, 1_000)),
  ),
  processes: variable(
    'SVC_PROCESSES',
    'processors less one, as far as connections to PostgreSQL go, at least 1; 1 for the quick start',
    'Processes that decide, all at one port. They share the work of one machine.',
    (text) => (text === undefined ? null : integer(text, 1, 64)),
  ),
  drainSeconds: variable(
    'SVC_DRAIN_SECONDS',
    '5 with `SVC_TRUST_PROXY`, otherwise 0',
    'From SIGTERM to the end of listening: `GET /ready` answers 503, so that a balancer goes elsewhere.',
    (text) => (text === undefined ? null : integer(text, 0, 300)),
  ),
  provisionFile: variable('SVC_PROVISION_FILE', 'unset', 'Provisioning file that is applied at start.', (text) =>
    text === undefined ? null : isAbsolute(text) ? text : resolve(text),
  ),
  encryptionKeys: secret(
    'SVC_ENCRYPTION_KEY',
    'generated into the data folder; required with DATABASE_URL',
    '32 bytes in base64; several, separated by commas: the first encrypts, all decrypt.',
    (text) => (text === undefined ? null : parseEncryptionKeys(text)),
  ),
  egressAllow: variable(
    'SVC_EGRESS_ALLOW',
    'empty',
    'Comma-separated addresses or CIDR ranges that outgoing calls may reach though they are not public.',
    cidrList,
  ),
  trustProxy: variable(
    'SVC_TRUST_PROXY',
    'empty',
    'Comma-separated addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
    cidrList,
  ),
  eventsPerMinute: variable(
    'SVC_RATE_EVENTS_PER_MINUTE',
    String(EVENTS_PER_MINUTE),
    'Decisions a minute that one key may ask of one process.',
    (text) => integer(text ?? String(EVENTS_PER_MINUTE), 1, 10_000_000),
  ),
  connectionsMax: variable(
    'SVC_CONNECTIONS_MAX',
    '4096',
    'Open connections of one process. At the bound, the one that can best be spared makes room for a new one.',
    (text) => integer(text ?? '4096', 10, 1_000_000),
  ),
  connectionsPerAddressMax: variable(
    'SVC_CONNECTIONS_PER_ADDRESS_MAX',
    '1024',
    'The same for one client address, and for one /64 of IPv6. Proxies of `SVC_TRUST_PROXY` have no such bound.',
    (text) => integer(text ?? '1024', 1, 1_000_000),
  ),
  smtp: secret(
    'SVC_SMTP_URL',
    'unset: mail is kept as files in the data folder',
    'Mail server, as `smtps://user:password@host:465` or `smtp://host:587`; `?from=` names the sender.',
    (text) => (text === undefined ? null : parseSmtpAddress(text)),
  ),
  signup: variable(
    'SVC_SIGNUP',
    'first',
    'Who may make an account: `first`: the first person only; `open`: everyone; `closed`: invited people only.',
    (text) => oneOf(SIGN_UP_MODES, text ?? 'first'),
  ),
  planDefault: variable(
    'SVC_PLAN_DEFAULT',
    'DEVELOPER',
    `Plan of an organization that people make: one of ${PLANS.join(', ')}.`,
    (text) => oneOf(PLANS, text ?? 'DEVELOPER'),
  ),
  demo: variable(
    'SVC_DEMO',
    'false',
    'Keeps a demo organization, which visitors enter read-only and no one deletes; the same on every process.',
    (text) => oneOf(['true', 'false'], text ?? 'false') === 'true',
  ),
  docs: variable(
    'SVC_DOCS',
    'on',
    '`/docs`: `on`: the documentation of this version; `off`: nothing; an address: leads to a copy that stands there.',
    (text) => docsMode(text ?? 'on'),
  ),
  planChange: variable(
    'SVC_PLAN_CHANGE',
    'billing',
    'How an owner changes the plan: `billing`: through Stripe, if configured; `free`: at once; `off`: not at all.',
    (text) => oneOf(PLAN_CHANGES, text ?? 'billing'),
  ),
  stripeSecretKey: secret(
    'SVC_STRIPE_SECRET_KEY',
    'unset: billing is off',
    'Secret or restricted key of Stripe.',
    (text) => (text === undefined ? null : stripeSecret(text, STRIPE_KEY, 'sk_… or rk_…')),
  ),
  stripeWebhookSecret: secret(
    'SVC_STRIPE_WEBHOOK_SECRET',
    'unset: billing is off',
    'Signing secret of the Stripe endpoint at `/billing/webhook`.',
    (text) => (text === undefined ? null : stripeSecret(text, STRIPE_WEBHOOK_SECRET, 'whsec_…')),
  ),
  stripeApiBase: variable(
    'SVC_STRIPE_API_BASE',
    'https://api.stripe.com',
    'Address of the Stripe API, for a proxy or a stand-in; without TLS only in a range of `SVC_EGRESS_ALLOW`.',
    (text) => new URL(webAddress(text ?? 'https://api.stripe.com')),
  ),
  ...ARCHIVE_VARIABLES,
  ...OTLP_VARIABLES,
  metricsHost: variable(
    'SVC_METRICS_HOST',
    '127.0.0.1',
    'Address of that listener. It asks for no password: open it to your own network only.',
    (text) => text ?? '127.0.0.1',
  ),
  metricsPort: variable(
    'SVC_METRICS_PORT',
    'unset: off',
    'Port at `SVC_METRICS_HOST` for `GET /metrics`, the text format of Prometheus; 0 takes a free one.',
    (text) => (text === undefined ? null : integer(text, 0, 65_535)),
  ),
  logLevel: variable('SVC_LOG_LEVEL', 'info', `One of ${LOG_LEVELS.join(', ')}.`, (text) =>
    oneOf(LOG_LEVELS, text ?? 'info'),
  ),
} as const;

/** The service answers at this path; the host may be another than that of the base address. */
function docsMode(text: string): DocsMode {
  if (text === 'on' || text === 'off') return text;
  return plainAddress(text, 'https://docs.example/svc/').href.replace(/\/?$/, '/');
}

function mcpAddress(text: string): string {
  const { origin, pathname } = plainAddress(text, 'https://mcp.example/mcp');
  if (pathname !== '/' && pathname !== '/mcp') throw new Error(`must have the path /mcp, and has \`${pathname}\``);
  return `${origin}/mcp`;
}

function ipAddress(text: string): string {
  const address = normalAddress(text);
  if (address === null) throw new Error('must be one IP address');
  return address;
}

function stripeSecret(text: string, pattern: RegExp, example: string): string {
  if (!pattern.test(text)) throw new Error(`must be ${example}`);
  return text;
}

function databaseAddress(text: string): string {
  const urls = databaseUrls(text).map(parseUrl);
  if (urls.some((url) => url === null || !/^postgres(ql)?:$/.test(url.protocol))) {
    throw new Error('must be an address such as postgres://user:password@host:5432/database, or name several hosts');
  }
  const asked = urls[0]?.searchParams.get('target_session_attrs') ?? 'read-write';
  if (!['read-write', 'primary'].includes(asked)) {
    throw new Error('must leave target_session_attrs out, or have it read-write: the service writes');
  }
  return text;
}

function oneOf<const Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
  return word;
}

function cidrList(text: string | undefined): string[] {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const fault = rangeFault(entry);
    if (fault !== null) throw new Error(`must list addresses or CIDR ranges: ${fault}`);
  }
  return entries;
}
