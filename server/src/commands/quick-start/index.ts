/**
 * The quick start: a first organization to try. It is generated once and kept as a provisioning file in the data
 * folder. Later starts print its sign-in and keys again.
 */
import { join } from 'node:path';
import { loadOrCreateSecretFile } from '@svc/postgres/secret-file';
import { parse } from 'yaml';
import type { Config } from '../../config/index.ts';
import type { Logger } from '../../logging/index.ts';
import type { Prepare } from '../../service.ts';
import { provisionDatabase } from '../provision.ts';
import { quickStartFile } from './file.ts';

export interface QuickStart {
  prepare: Prepare;
  /** The output for a person who has just started the service. */
  welcome(baseUrl: string): string;
}

const FILE_NAME = 'quick-start.yaml';

export function quickStart(config: Config, logger: Logger): QuickStart {
  const path = join(config.dataDir, FILE_NAME);
  return {
    async prepare({ address }, vault) {
      loadOrCreateSecretFile(path, quickStartFile);
      await provisionDatabase(address, vault, path, logger, process.stdout);
      if (config.provisionFile === null) return;
      await provisionDatabase(address, vault, config.provisionFile, logger, process.stdout);
    },
    welcome: (baseUrl) => welcome(path, baseUrl),
  };
}

interface GeneratedValues {
  organizations: [{ users: [{ email: string; password: string }]; apiKeys: [{ key: string }, { key: string }] }];
}

const FIRST_ACTION = {
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
};

function welcome(path: string, baseUrl: string): string {
  const text = loadOrCreateSecretFile(path, quickStartFile);
  const [organization] = (parse(text) as GeneratedValues).organizations;
  const [user] = organization.users;
  const [live, test] = organization.apiKeys;
  return `
  svc is running.

  App        ${baseUrl}/app
  Sign-in    ${user.email}   ${user.password}
  LIVE key   ${live.key}
  TEST key   ${test.key}
  Kept in    ${path}

  A first decision (an export of customers needs a person):

  curl -s ${baseUrl}/v1/events -H 'Authorization: Bearer ${live.key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(FIRST_ACTION)}'

`;
}
