// SPDX-License-Identifier: Apache-2.0
/**
 * The quick start: a first organization to try. It is generated once and kept as a provisioning file in the data
 * folder. Later starts print its sign-in and keys again, as far as they still work.
 */
import { join } from 'node:path';
import type { KeyPermission } from '@svc/contract';
import { loadOrCreateSecretFile } from '@svc/postgres/secret-file';
import { parse } from 'yaml';
import { awaitPast, endWait, writePast } from '../../../lifecycle/history/index.ts';
import { type ProvisioningReport, parseProvisioning } from '../../../lifecycle/provisioning/index.ts';
import { knownOrganizations } from '../../../organization/organizations/index.ts';
import { OWN_MACHINE } from '../../../outgoing/egress/index.ts';
import { emailKeyOf, selectSignInAccount } from '../../../people/accounts/index.ts';
import { isPasswordOf } from '../../../people/passwords/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import type { Logger } from '../../../platform/logging/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { hashOfKey, selectApiKeys } from '../../../registry/api-keys/index.ts';
import { createPool, type DatabaseAddress } from '../../../storage/connections/index.ts';
import { inTransaction } from '../../../storage/db/index.ts';
import type { Prepare } from '../../prepare.ts';
import { provisionAtStart } from '../provision/at-start.ts';
import { type Document, type FileToProvision, provisionDatabase } from '../provision/provision-file.ts';
import { quickStartFile } from './file.ts';
import { isOfOnePerson } from './one-person.ts';
import { HABITS, PAST } from './past.ts';

export interface QuickStart {
  prepare: Prepare;
  /** The output for a person who has just started the service. */
  welcome(baseUrl: string): string;
}

const FILE_NAME = 'quick-start.yaml';

export function quickStart(config: Config, logger: Logger): QuickStart {
  const path = join(config.dataDir, FILE_NAME);
  let shown: ShownValues = { email: null, password: null, keys: [] };
  return {
    async prepare({ address }, vault) {
      const text = loadOrCreateSecretFile(path, quickStartFile);
      const { dataDir } = config;
      const mayCallHere = isOfOnePerson(config);
      const toProvision: FileToProvision = {
        file: path,
        variable: null,
        dataDir,
        // No other organization is in this file.
        egressAllow: mayCallHere ? [...config.egressAllow, ...OWN_MACHINE] : config.egressAllow,
        logger,
        terminal: process.stderr,
        source: 'quick-start',
      };
      const report = await provisionWithPast(address, vault, parseProvisioning(text, path), toProvision);
      await provisionAtStart(address, vault, config, logger);
      shown = await readShown(address, parse(text) as QuickStartValues, report.organizations[0]?.id ?? '');
      return new Set(mayCallHere ? report.organizations.map(({ id }) => id) : []);
    },
    welcome: (baseUrl) => welcome(path, baseUrl, shown),
  };
}

/** The first start also writes the past of the organization. Its records are as old as that. */
async function provisionWithPast(
  address: DatabaseAddress,
  vault: Vault,
  document: Document,
  toProvision: FileToProvision,
): Promise<ProvisioningReport> {
  const pool = createPool(address, CONNECTIONS);
  try {
    const nowMs = pool.clock.nowMs();
    const names = document.organizations.map(({ name }) => name);
    const known = await inTransaction(pool, [], (transaction) => knownOrganizations(transaction, names));
    const isFirst = known.size === 0;
    const startMs = isFirst ? nowMs - PAST.days * DAY_MS : nowMs;
    const report = await provisionDatabase(address, vault, document, toProvision, {
      nowMs: startMs,
      alongside: awaitPast,
    });
    for (const { id, isNew } of report.organizations) {
      if (isFirst && isNew) await writePast(pool, id, HABITS, { nowMs, ...PAST });
      else await endWait(pool, id);
    }
    return report;
  } finally {
    await pool.end();
  }
}

const DAY_MS = 86_400_000;
/** One for each batch in flight, and one beside them. */
const CONNECTIONS = 5;

/** People edit the file, so that any of it may be gone. */
interface QuickStartValues {
  organizations?: {
    users?: { email: string; password?: string }[] | null;
    apiKeys?: { name: string; key?: string }[] | null;
  }[];
}

interface ShownValues {
  email: string | null;
  /** null: the person has another one by now. */
  password: string | null;
  /** The keys that are still valid. */
  keys: { isLive: boolean; permissions: readonly KeyPermission[]; key: string }[];
}

/** The values of the file that still work: people change passwords, and revoke and rotate keys. */
async function readShown(
  address: DatabaseAddress,
  { organizations: [organization] = [] }: QuickStartValues,
  organizationId: string,
): Promise<ShownValues> {
  const user = organization?.users?.find(({ password }) => password !== undefined);
  const pool = createPool(address, 1);
  try {
    return await inTransaction(pool, organizationId === '' ? [] : [organizationId], async (transaction) => {
      const account = user === undefined ? null : await selectSignInAccount(transaction, emailKeyOf(user.email));
      const isRight = account !== null && (await isPasswordOf(account.passwordHash, user?.password ?? ''));
      const stored = organizationId === '' ? [] : await selectApiKeys(transaction, organizationId);
      const valid = new Map(stored.filter(({ isRevoked }) => !isRevoked).map((key) => [key.hash, key]));
      const keys = (organization?.apiKeys ?? []).flatMap(({ key }) => {
        const found = key === undefined ? undefined : valid.get(hashOfKey(key));
        if (key === undefined || found === undefined) return [];
        return [{ isLive: found.kind === 'LIVE', permissions: found.permissions, key }];
      });
      return { email: user?.email ?? null, password: isRight ? (user?.password ?? null) : null, keys };
    });
  } finally {
    await pool.end();
  }
}

const CHANGED_PASSWORD = '(has another password by now: svc-server user reset EMAIL makes a new one)';

const FIRST_ACTION = {
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
};

function welcome(path: string, baseUrl: string, { email, password, keys }: ShownValues): string {
  const live = keys.find(({ isLive, permissions }) => isLive && permissions.includes('decide'))?.key ?? null;
  const policies = keys.find(({ permissions }) => permissions.includes('apply'))?.key ?? null;
  const test = keys.find(({ isLive }) => !isLive)?.key ?? null;
  const authorization = `Authorization: Bearer ${live ?? 'YOUR_LIVE_KEY'}`;
  const gone = 'no longer that of the file: it was rotated or revoked';
  return `
  svc is running.

  App        ${baseUrl}/app
  Documents  ${baseUrl}/docs
${email === null ? '' : `  Sign-in    ${email}   ${password ?? CHANGED_PASSWORD}\n`}\
  LIVE key   ${live ?? gone}
  TEST key   ${test ?? gone}
  Policies   ${policies ?? gone}
             (a key that changes policies, for \`svc policies apply\`)
  Kept in    ${path}

  A first decision (an export of customers needs a person):

  curl -s ${baseUrl}/v1/events -H '${authorization}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(FIRST_ACTION)}'

  The client library and the command line, for a project elsewhere: ${baseUrl}/packages/

`;
}
