/** Guarantee: every fault of the environment is named by its variable, all of them at once. */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './index.ts';
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
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SVC_TRUST_PROXY', '10.0.0.0/8, 300.1.1.1'],
    ['SVC_EGRESS_ALLOW', '10.0.0.0/8, crm.example'],
    ['SVC_EGRESS_ALLOW', '10.1'],
    ['SVC_RATE_EVENTS_PER_MINUTE', '0'],
    ['SVC_SMTP_URL', 'mail.example'],
    ['SVC_SMTP_URL', 'https://mail.example'],
    ['SVC_METRICS_PORT', 'on'],
    ['SVC_METRICS_PORT', '65536'],
    ['SVC_LOG_LEVEL', 'verbose'],
    ['SVC_ENCRYPTION_KEY', 'short'],
  ])('of %s (%s) is named', (name, value) => {
    const faults = faultsOf({ SVC_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}[ :].*\\.$`));
  });

  it('is not the only one that is told', () => {
    expect(faultsOf({ SVC_PORT: 'x', SVC_LOG_LEVEL: 'x', DATABASE_URL: 'postgres://localhost/svc' })).toHaveLength(3);
  });
});

it('gives each variable one name and a meaning', () => {
  const variables = Object.values(VARIABLES);
  expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
  for (const { meaning } of variables) expect(meaning).toMatch(/\.$/);
});
