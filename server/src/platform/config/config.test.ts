// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every fault of the environment is named by its variable, all of them at once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, unknownVariables } from './index.ts';
import { VARIABLES } from './variables.ts';

const faultsOf = (environment: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
};

it('has a default for everything, and takes empty for unset', () => {
  const config = readConfig({ SVC_PORT: '', SVC_BASE_URL: '' });
  expect(config).toMatchObject({ host: '127.0.0.1', port: 4000, baseUrl: null, databaseUrl: null, logLevel: 'info' });
  // Strangers make accounts where an operator chose that.
  expect(config.signup).toBe('first');
  expect(config.dataDir).toMatch(/\.svc$/);
  expect(Object.isFrozen(config)).toBe(true);
});

describe('a bad value', () => {
  it.each([
    ['SVC_PORT', '65536'],
    ['SVC_PORT', '-1'],
    ['SVC_PORT', '4e3'],
    ['SVC_PORT', ' 80'],
    ['SVC_BASE_URL', 'svc.example'],
    ['SVC_BASE_URL', 'ftp://svc.example'],
    ['SVC_BASE_URL', 'https://user@svc.example'],
    ['SVC_BASE_URL', 'https://svc.example/?a=1'],
    ['SVC_BASE_URL', 'https://svc.example/svc'],
    ['SVC_MCP_URL', 'https://mcp.example/tools'],
    ['SVC_MCP_URL', 'mcp.example/mcp'],
    ['SVC_MCP_EGRESS_IP', '10.0.0.0/8'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SVC_TRUST_PROXY', '10.0.0.0/8, 300.1.1.1'],
    ['SVC_EGRESS_ALLOW', '10.0.0.0/8, crm.example'],
    ['SVC_EGRESS_ALLOW', '10.1'],
    ['SVC_RATE_EVENTS_PER_MINUTE', '0'],
    ['SVC_SMTP_URL', 'mail.example'],
    ['SVC_SMTP_URL', 'https://mail.example'],
    ['SVC_SMTP_URL', 'smtp://mailer:hunter2@mail.example/inbox'],
    ['SVC_PLAN_CHANGE', 'paid'],
    ['SVC_STRIPE_SECRET_KEY', 'pk_live_0123456789'],
    ['SVC_STRIPE_WEBHOOK_SECRET', 'secret'],
    ['SVC_STRIPE_API_BASE', 'https://api.stripe.com/v1'],
    ['SVC_METRICS_PORT', 'on'],
    ['SVC_METRICS_PORT', '65536'],
    ['SVC_LOG_LEVEL', 'verbose'],
    ['SVC_ENCRYPTION_KEY', 'short'],
  ])('of %s (%s) is named', (name, value) => {
    const faults = faultsOf({ SVC_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}[ :].*\\.$`));
    expect(faults[0]).not.toContain('hunter2');
  });

  it('is not the only one that is told', () => {
    const faults = faultsOf({ SVC_PORT: 'x', SVC_LOG_LEVEL: 'x', DATABASE_URL: 'postgres://localhost/svc' });
    expect(faults).toHaveLength(3);
    expect(faults).toContainEqual(expect.stringMatching(/^SVC_ENCRYPTION_KEY is required with DATABASE_URL/));
  });
});

it.each([
  ['SVC_STRIPE_SECRET_KEY', 'sk_test_0123456789', 'SVC_STRIPE_WEBHOOK_SECRET'],
  ['SVC_STRIPE_WEBHOOK_SECRET', 'whsec_0123456789', 'SVC_STRIPE_SECRET_KEY'],
])('%s needs its other half', (name, value, missing) => {
  expect(faultsOf({ [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${missing} is required with ${name}`)),
  ]);
});

it('gives each variable one name and a meaning', () => {
  const variables = Object.values(VARIABLES);
  expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
  for (const { meaning } of variables) expect(meaning).toMatch(/\.$/);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-config-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (text: string | Buffer) => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };
  const KEY = Buffer.alloc(32, 3).toString('base64');
  const SECRETS = ['DATABASE_URL', 'SVC_ENCRYPTION_KEY', 'SVC_SMTP_URL'];

  it('is read, without its last line end', () => {
    const file = fileOf(`${KEY}\r\n`);
    expect(readConfig({ SVC_ENCRYPTION_KEY_FILE: file }).encryptionKeys).toEqual([Buffer.alloc(32, 3)]);
    expect(readConfig({ SVC_SMTP_URL_FILE: fileOf('smtps://u:p%40@m.example\n') }).smtp).toMatchObject({
      credentials: { user: 'u', password: 'p@' },
    });
    const database = { DATABASE_URL_FILE: fileOf('postgres://h/d'), SVC_ENCRYPTION_KEY: KEY };
    expect(readConfig(database).databaseUrl).toBe('postgres://h/d');
  });

  it.each(['\n', '\r\n', ' ', '\t', '\uFEFF', '\u00a0'])(
    'is read without %j around it, as from its variable',
    (around) => {
      const held = around + KEY + around;
      for (const environment of [{ SVC_ENCRYPTION_KEY_FILE: fileOf(held) }, { SVC_ENCRYPTION_KEY: held }]) {
        expect(readConfig(environment).encryptionKeys).toEqual([Buffer.alloc(32, 3)]);
      }
    },
  );

  it('is refused in another encoding, with its name', () => {
    const file = fileOf(Buffer.from(`\uFEFF${KEY}`, 'utf16le'));
    expect(faultsOf({ SVC_ENCRYPTION_KEY_FILE: file })).toEqual([
      `SVC_ENCRYPTION_KEY_FILE: the file ${file} cannot be read. It is written in UTF-16: save it as UTF-8.`,
    ]);
  });

  it('is the kind of every variable that may hold one', () => {
    const secrets = Object.values(VARIABLES).flatMap(({ name, isSecret }) => (isSecret ? [name] : []));
    expect(secrets).toEqual(expect.arrayContaining(SECRETS));
    const named = Object.values(VARIABLES).flatMap(({ name }) => (/KEY|SECRET|PASSWORD/.test(name) ? [name] : []));
    expect(secrets).toEqual(expect.arrayContaining(named));
  });

  it.each(SECRETS)('%s is refused beside its variable, and when the file is of no use', (name) => {
    const fault = (environment: NodeJS.ProcessEnv) => faultsOf(environment)[0];
    expect(fault({ [name]: 'hunter2', [`${name}_FILE`]: fileOf('x') })).toBe(
      `${name} and ${name}_FILE are both set: set one of them.`,
    );
    expect(fault({ [`${name}_FILE`]: '/none' })).toBe(`${name}_FILE: the file /none cannot be read (ENOENT).`);
    expect(fault({ [`${name}_FILE`]: folder })).toMatch(new RegExp(`^${name}_FILE: .*EISDIR`));
    expect(fault({ [`${name}_FILE`]: fileOf('\n') })).toMatch(new RegExp(`^${name}_FILE: .* is empty\\.$`));
    expect(fault({ [`${name}_FILE`]: fileOf(Buffer.alloc(70_000, 65)) })).toMatch(/is larger than 65536 bytes/);
    const wrong = fault({ [`${name}_FILE`]: fileOf('hunter2') }) ?? '';
    expect(wrong).toMatch(new RegExp(`^${name}`));
    expect(wrong).not.toContain('hunter2');
  });
});

describe('a name that is no variable', () => {
  it('is told, with the one that was meant', () => {
    const environment = { SVC_PROT: '1', svc_port: '1', SVC_ENCRYPTION_KEYFILE: '1', SVC_QQQQ: '1' };
    expect(unknownVariables(environment)).toEqual([
      'SVC_PROT is no variable of the service and does not count; did you mean SVC_PORT?',
      'svc_port is no variable of the service and does not count; did you mean SVC_PORT?',
      'SVC_ENCRYPTION_KEYFILE is no variable of the service and does not count; did you mean SVC_ENCRYPTION_KEY_FILE?',
      'SVC_QQQQ is no variable of the service and does not count',
    ]);
  });

  it('is none of ours, of a client or of another program', () => {
    expect(
      unknownVariables({ SVC_PORT: '1', SVC_API_KEY: '1', SVC_SMTP_URL_FILE: '1', PATH: '1', MY_SVC_X: '1' }),
    ).toEqual([]);
    expect(unknownVariables({ SVC_PORT_FILE: '1' })).toHaveLength(1);
  });
});
