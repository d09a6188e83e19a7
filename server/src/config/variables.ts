/** Every environment variable of the service: its parser and its meaning. The reference is written from this. */
import { isAbsolute, resolve } from 'node:path';
import { EVENTS_PER_MINUTE } from '@svc/contract/limits';
import { isAddressOrRange } from '../addresses/index.ts';
import { parseEncryptionKeys } from '../vault/index.ts';
import { parseSmtpAddress } from './smtp-address.ts';

export interface Variable<Value> {
  name: string;
  /** The default in the reference; empty when unset means off. */
  defaultText: string;
  meaning: string;
  /** @throws Error with a message that, after the variable's name, describes a good value */
  read(text: string | undefined): Value;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const VARIABLES = {
  host: variable('SVC_HOST', '127.0.0.1', 'Address to listen on.', (text) => text ?? '127.0.0.1'),
  port: variable('SVC_PORT', '4000', 'Port to listen on; 0 takes a free one.', (text) =>
    integer(text ?? '4000', 0, 65_535),
  ),
  baseUrl: variable('SVC_BASE_URL', 'from host and port', 'Public address of the API and the app.', (text) =>
    text === undefined ? null : webAddress(text),
  ),
  dataDir: variable(
    'SVC_DATA_DIR',
    './.svc',
    'Folder of the embedded database, of generated keys and of mail; its files are readable by the owner only.',
    (text) => resolve(text ?? './.svc'),
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    'unset: embedded PostgreSQL',
    'PostgreSQL 15 or newer. Any number of processes may share it.',
    (text) => (text === undefined ? null : databaseAddress(text)),
  ),
  provisionFile: variable('SVC_PROVISION_FILE', 'unset', 'Provisioning file that is applied at start.', (text) =>
    text === undefined ? null : isAbsolute(text) ? text : resolve(text),
  ),
  encryptionKeys: variable(
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
  smtp: variable(
    'SVC_SMTP_URL',
    'unset: mail is kept as files in the data folder',
    'Mail server, as `smtps://user:password@host:465` or `smtp://host:587`; `?from=` names the sender.',
    (text) => (text === undefined ? null : parseSmtpAddress(text)),
  ),
  metricsPort: variable(
    'SVC_METRICS_PORT',
    'unset: off',
    'Port at `SVC_HOST` for `GET /metrics`, the text format of Prometheus, and nothing else; 0 takes a free one.',
    (text) => (text === undefined ? null : integer(text, 0, 65_535)),
  ),
  logLevel: variable('SVC_LOG_LEVEL', 'info', `One of ${LOG_LEVELS.join(', ')}.`, logLevel),
} as const;

function variable<Value>(
  name: string,
  defaultText: string,
  meaning: string,
  read: (text: string | undefined) => Value,
): Variable<Value> {
  return { name, defaultText, meaning, read };
}

function integer(text: string, min: number, max: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (url === null || !plain)
    throw new Error('must be an http or https address without query, such as https://svc.example');
  return url.href.replace(/\/$/, '');
}

function databaseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error('must be an address such as postgres://user:password@host:5432/database');
  }
  return text;
}

function logLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((one) => one === (text ?? 'info'));
  if (level === undefined) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function cidrList(text: string | undefined): string[] {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    if (!isAddressOrRange(entry)) {
      throw new Error(`must list addresses or CIDR ranges, and \`${entry}\` is neither`);
    }
  }
  return entries;
}
