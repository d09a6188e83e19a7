/** Applies a provisioning file to a database, and prints the generated keys and the warnings for the operator. */
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/index.ts';
import { createPool, type DatabaseAddress } from '../db/index.ts';
import { createLogger, type Logger } from '../logging/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { openDatabase } from '../service.ts';
import { openVault, type Vault } from '../vault/index.ts';

export interface Output {
  write(text: string): unknown;
}

/** `svc-server provision FILE`: opens the database, applies the file and ends. */
export async function provisionFile(config: Config, file: string, output: Output): Promise<void> {
  const logger = createLogger('warn');
  const document = await read(file);
  const database = await openDatabase(config, logger);
  try {
    await apply(database.address, openVault(config), document, logger, output);
  } finally {
    await database.stop();
  }
}

/** @throws ProvisioningError with a line for each fault of the file; nothing is changed then */
export async function provisionDatabase(
  address: DatabaseAddress,
  vault: Vault,
  file: string,
  logger: Logger,
  output: Output,
): Promise<void> {
  await apply(address, vault, await read(file), logger, output);
}

type Document = ReturnType<typeof parseProvisioning>;

async function read(file: string): Promise<Document> {
  return parseProvisioning(await readFile(file, 'utf8'), file);
}

async function apply(
  address: DatabaseAddress,
  vault: Vault,
  document: Document,
  logger: Logger,
  output: Output,
): Promise<void> {
  const pool = createPool(address, 1);
  try {
    const report = await applyProvisioning({ pool, vault, nowMs: Date.now(), log: logger }, document);
    for (const warning of report.warnings) logger.warn({ warning }, 'provisioning');
    for (const made of report.generatedKeys) {
      output.write(`New API key "${made.name}" of ${made.organization}, shown only now: ${made.key}\n`);
    }
    for (const made of report.generatedWebhookSecrets) {
      output.write(`New secret of webhook ${made.url} of ${made.organization}, shown only now: ${made.secret}\n`);
    }
  } finally {
    await pool.end();
  }
}
