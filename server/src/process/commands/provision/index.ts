// SPDX-License-Identifier: Apache-2.0
/** `svc-server provision`: applies a file and ends, tells what it would do, or lists the routes and their ids. */
import { parseArgs } from 'node:util';
import { pagesOfOrganizations } from '../../../organization/organizations/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { inTransaction } from '../../../storage/db/index.ts';
import { openServiceVault, type Reached, reachDatabase } from '../reach-database.ts';
import type { Terminal } from './generated-secrets.ts';
import { type FileToProvision, provisionDatabase, readProvisioning } from './provision-file.ts';
import { reportText } from './show-report.ts';

const USAGE = `Usage:
  svc-server provision FILE [--dry-run] [--force]
    FILE       a provisioning file; - is standard input
    --dry-run  tell what would be done, and change nothing
    --force    apply every record, also over what was changed here since
  svc-server provision --list
    list the HTTP and MCP routes of every organization with their ids
A record is applied again when the file says something new about it; what was changed here stays.
`;

const FAILED = 1;

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: Terminal;
}

type Asked = { isList: true } | { isList: false; file: string; isForced: boolean; isDryRun: boolean };

/** @returns the exit code @throws Error with a message for the operator */
export async function provision(args: readonly string[], readConfig: () => Config, streams: Streams): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    streams.stderr.write(USAGE);
    return FAILED;
  }
  const config = readConfig();
  const logger = createCommandLogger();
  if (asked.isList) {
    const database = await reachDatabase(config, logger, streams.stderr);
    try {
      await listRoutes(database, streams);
    } finally {
      await database.stop();
    }
    return 0;
  }
  const { file, isForced, isDryRun } = asked;
  const { dataDir, egressAllow } = config;
  const toProvision: FileToProvision = {
    file,
    variable: null,
    dataDir,
    egressAllow,
    logger,
    terminal: streams.stderr,
    isForced,
    isDryRun,
  };
  const document = await readProvisioning(toProvision);
  const database = await reachDatabase(config, logger, streams.stdout);
  try {
    const vault = await openServiceVault(config, database);
    const report = await provisionDatabase(database.address, vault, document, toProvision);
    streams.stdout.write(reportText(report, file, isDryRun));
  } finally {
    await database.stop();
  }
  return 0;
}

function readArguments(args: readonly string[]): Asked | null {
  const options = { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' }, list: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const { 'dry-run': isDryRun = false, force: isForced = false, list: isList = false } = values;
    const [file, ...more] = positionals;
    if (isList) return file === undefined && !isDryRun && !isForced ? { isList } : null;
    return file === undefined || more.length > 0 ? null : { isList, file, isForced, isDryRun };
  } catch {
    return null;
  }
}

interface RouteRow {
  organization: string;
  kind: string;
  name: string;
  id: string;
}

async function listRoutes({ address }: Reached, { stdout }: Streams): Promise<void> {
  const pool = createPool(address, 1);
  try {
    for await (const ids of pagesOfOrganizations(pool)) {
      const rows = await inTransaction(pool, ids, (transaction) =>
        transaction.query<RouteRow & Record<string, unknown>>(SELECT_ROUTES),
      );
      for (const { organization, kind, name, id } of rows) stdout.write(`${id}  ${kind}  ${organization}  ${name}\n`);
    }
  } finally {
    await pool.end();
  }
}

const SELECT_ROUTES = `
  SELECT o.name AS organization, 'HTTP' AS kind, r.name, r.id
  FROM svc.http_routes r JOIN svc.organizations o USING (organization_id)
  UNION ALL
  SELECT o.name, 'MCP ', r.name, r.id FROM svc.mcp_routes r JOIN svc.organizations o USING (organization_id)
  ORDER BY 1, 2, 3`;
