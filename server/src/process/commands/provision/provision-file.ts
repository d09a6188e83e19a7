// SPDX-License-Identifier: Apache-2.0
/** Applies a provisioning file to a database: reads it, keeps what is generated, and tells what became of it. */
import { readFile, stat } from 'node:fs/promises';
import {
  applyProvisioning,
  type ProvisioningOptions,
  type ProvisioningReport,
  type ProvisioningSource,
  readProvisioningFile,
} from '../../../lifecycle/provisioning/index.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import type { Logger } from '../../../platform/logging/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { createPool, type DatabaseAddress } from '../../../storage/connections/index.ts';
import { keepGenerated, showGenerated, type Terminal } from './generated-secrets.ts';
import { differencesOf, waitingOf } from './show-report.ts';

/** Names in one line of the log; the rest is counted. */
const NAMES_IN_LOG_MAX = 50;
/** As the name of a file. */
const STANDARD_INPUT = '-';
const READABLE_BY_OTHERS = 0o044;

export interface FileToProvision {
  file: string;
  /** Named in the error when the file cannot be read; null where the file is an argument. */
  variable: string | null;
  dataDir: string;
  /** SVC_EGRESS_ALLOW. */
  egressAllow: readonly string[];
  logger: Logger;
  terminal: Terminal;
  source?: ProvisioningSource;
  isForced?: boolean;
  isDryRun?: boolean;
}

export type Document = ReturnType<typeof readProvisioningFile>;

/** @throws ProvisioningError with a line for each fault; Error that names the file, and the variable if one gave it */
export async function readProvisioning({ file, variable, logger }: FileToProvision): Promise<Document> {
  try {
    if (file === STANDARD_INPUT) return readProvisioningFile(await readStandardInput(), 'standard input');
    const { mode } = await stat(file);
    if ((mode & READABLE_BY_OTHERS) !== 0) {
      logger.warn({ file }, 'other users of this machine may read the provisioning file: set its mode to 0600');
    }
    return readProvisioningFile(await readFile(file), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    const named = variable === null ? 'The provisioning file' : `${variable}: the file`;
    throw new Error(`${named} ${file} cannot be read (${code}).`, { cause: error });
  }
}

async function readStandardInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * @param past the moment at which the records begin, where it is not now, and more work in the same transaction
 * @throws ProvisioningError with a line for each fault of the file; nothing is changed then
 */
export async function provisionDatabase(
  address: DatabaseAddress,
  vault: Vault,
  document: Document,
  asked: FileToProvision,
  past: Pick<ProvisioningOptions, 'alongside'> & { nowMs?: number } = {},
): Promise<ProvisioningReport> {
  const { dataDir, egressAllow, logger, terminal, source = 'file', isForced = false, isDryRun = false } = asked;
  const pool = createPool(address, 1);
  const { nowMs = pool.clock.nowMs(), ...alongside } = past;
  try {
    const deps = { pool, vault, reach: createAddressReach(egressAllow), nowMs, log: logger };
    const report = await applyProvisioning(deps, document, {
      source,
      isForced,
      isDryRun,
      ...alongside,
      async keepGenerated(generated) {
        const path = keepGenerated(dataDir, generated, nowMs);
        logger.warn({ path }, 'generated keys and secrets are in this file: take them, then delete it');
        showGenerated(generated, terminal);
      },
    });
    tell(report, asked);
    return report;
  } finally {
    await pool.end();
  }
}

/** One line about each kind of finding: a list of names, bounded. */
function tell(report: ProvisioningReport, { file, logger }: FileToProvision): void {
  for (const warning of report.warnings) logger.warn({ warning }, 'provisioning');
  const differences = differencesOf(report, file);
  if (differences.length > 0) {
    const more = Math.max(0, differences.length - NAMES_IN_LOG_MAX);
    logger.warn(
      { differences: differences.slice(0, NAMES_IN_LOG_MAX), more },
      'these records were changed here since the file was applied, and stay so; provision --force applies the file',
    );
  }
  const proposals = waitingOf(report);
  if (proposals.length > 0)
    logger.warn({ proposals }, 'a part of the file lets more through: it waits, the rest applies');
  const routes = report.organizations.flatMap(({ name: organization, records }) =>
    records.flatMap(({ outcome, kind, name, id }) =>
      outcome === 'create' && id !== null ? [{ organization, kind, name, id }] : [],
    ),
  );
  if (routes.length === 0) return;
  const more = Math.max(0, routes.length - NAMES_IN_LOG_MAX);
  logger.info(
    { routes: routes.slice(0, NAMES_IN_LOG_MAX), more },
    'routes were made: a gateway is called with their ids',
  );
}
