// SPDX-License-Identifier: Apache-2.0
/** Checks of the database: reached, its version, rights, schema and clock, and whether the key opens what is stored. */
import { findRunningPostgres, hasCluster, startEmbeddedPostgres } from '@svc/postgres';
import type pg from 'pg';
import { systemClock } from '../../../platform/clock/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { hasKey, openVault, signInSecrets } from '../../../platform/vault/index.ts';
import { checkSessions, createPool, type DatabaseAddress, NoSessionError } from '../../../storage/connections/index.ts';
import { loadDistribution, loadInspection, loadSignIn } from '../../../storage/schema/index.ts';
import { readSealedState } from '../../../storage/sealed/index.ts';
import { roomOf } from '../../prepare.ts';
import { archiveFindings } from './archive.ts';
import { type Finding, fault, messageOf, ok, warning } from './finding.ts';

const DATABASE = 'database';
const RIGHTS = 'database rights';
const SIGN_IN = 'database sign-in';
const SCHEMA = 'database schema';
const CLOCK = 'clock';
const KEY = 'encryption key';
const SESSIONS = 'database sessions';
const CONNECTIONS = 'connections';
const CLUSTER = 'database cluster';
const CLOCK_WARNING_MS = 2_000;
const CLOCK_FAULT_MS = 60_000;

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) return await checkServer(config, { connectionString: databaseUrl }, 'that of DATABASE_URL');
  if (!hasCluster(dataDir)) return [ok(DATABASE, 'embedded; the first start makes it')];
  try {
    const running = await findRunningPostgres(dataDir);
    if (running !== null) return await checkServer(config, { connectionString: running }, 'embedded, running');
    const postgres = await startEmbeddedPostgres({ dataDir, log: createCommandLogger() });
    try {
      return await checkServer(config, postgres.connection, 'embedded, started for this check');
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    return [fault(DATABASE, messageOf(error), 'See the log of the service and postgres.log in the data folder.')];
  }
}

async function checkServer(config: Config, address: DatabaseAddress, where: string): Promise<Finding[]> {
  const { inspectServer } = await loadInspection();
  try {
    const server = await inspectServer(address);
    const sessions = await sessionFinding(address);
    const findings = [
      ok(DATABASE, `PostgreSQL ${server.version}, ${where}`),
      sessions,
      await connectionsFinding(config, address),
      clockFinding(server.clockMs - systemClock.nowMs()),
      schemaFinding(server),
    ];
    if (server.versionNumber < server.versionNumberMin) {
      return [fault(DATABASE, `PostgreSQL ${server.version} is too old`, 'Use PostgreSQL 15 or newer.')];
    }
    // Without sessions the rest cannot be asked.
    if (sessions.status === 'fault') return findings;
    findings.push(...(await clusterFindings(address)));
    if (server.isEmpty) return [...findings, rightsOfOwner(server)];
    const pool = createPool(address, 1);
    try {
      return [
        ...findings,
        await rightsOfService(pool),
        ...(await signInFindings(config, address)),
        ...(server.unknown.length > 0 ? [] : await keyFindings(config, pool)),
        ...(server.pending.length + server.unknown.length > 0 ? [] : await archiveFindings(config, pool)),
      ];
    } finally {
      await pool.end();
    }
  } catch (error) {
    const mend = 'Check DATABASE_URL, that the server runs, and that this machine may connect to it.';
    return [fault(DATABASE, messageOf(error), mend)];
  }
}

async function sessionFinding(address: DatabaseAddress): Promise<Finding> {
  try {
    const { isPooled } = await checkSessions(address);
    return ok(SESSIONS, isPooled ? 'a pooler in session mode is before the database' : 'the connection is direct');
  } catch (error) {
    if (!(error instanceof NoSessionError)) throw error;
    return fault(SESSIONS, error.what, error.mend);
  }
}

async function connectionsFinding(config: Config, address: DatabaseAddress): Promise<Finding> {
  const room = await roomOf(config, address);
  if (room.fault !== null) return warning(CONNECTIONS, room.fault.says, room.fault.mend);
  const says = `${room.processes} × ${room.forEach} of the ${room.connectionsMax} that the server takes`;
  return ok(CONNECTIONS, `${says}; count those of other machines too`);
}

/** None on plain PostgreSQL. */
async function clusterFindings(address: DatabaseAddress): Promise<Finding[]> {
  const { inspectCluster } = await loadDistribution();
  const { version, workers, left, isSpread, faults } = await inspectCluster(address);
  if (version === null) return [];
  const [first] = faults;
  if (first !== undefined) return [fault(CLUSTER, first.says, first.mend)];
  const says = `Citus ${version}, ${workers} workers`;
  const mend = 'Run: svc-server distribute';
  if (!isSpread) return [warning(CLUSTER, `${says}, and all tables lie on the coordinator`, mend)];
  if (left.length > 0) return [warning(CLUSTER, `${says}; not spread yet: ${left.join(', ')}`, mend)];
  return [ok(CLUSTER, `${says}; the tables of organizations are spread`)];
}

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof loadInspection>>['inspectServer']>>;

function clockFinding(aheadMs: number): Finding {
  const says = `the database's clock differs by ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s from this machine's`;
  const mend = 'Let both machines follow a time server (NTP).';
  if (Math.abs(aheadMs) >= CLOCK_FAULT_MS) return fault(CLOCK, says, mend);
  return Math.abs(aheadMs) >= CLOCK_WARNING_MS ? warning(CLOCK, says, mend) : ok(CLOCK, says);
}

function schemaFinding({ isEmpty, pending, unknown }: Server): Finding {
  if (unknown.length > 0) {
    const says = `a newer build has migrated it (${unknown.at(-1)})`;
    return fault(SCHEMA, says, 'Run that build or a newer one.');
  }
  if (isEmpty) return ok(SCHEMA, 'not there yet; the first start makes it');
  if (pending.length === 0) return ok(SCHEMA, 'that of this build');
  const says = `${pending.length} migrations are pending, the first is ${pending[0]}`;
  return warning(SCHEMA, says, 'Start this build: it migrates the database. Make a backup before.');
}

const MEND_RIGHTS =
  'Run as an administrator: CREATE ROLE svc_app NOLOGIN; GRANT svc_app TO your_role; and give it CREATE.';

function rightsOfOwner({ mayCreate, mayCreateRole }: Server): Finding {
  if (!mayCreate) return fault(RIGHTS, 'the role of DATABASE_URL may not make a schema', MEND_RIGHTS);
  if (!mayCreateRole)
    return fault(RIGHTS, 'the role svc_app is not there, and the role of DATABASE_URL may not make it', MEND_RIGHTS);
  return ok(RIGHTS, 'the first start may make the schema and the role svc_app');
}

async function rightsOfService(pool: pg.Pool): Promise<Finding> {
  try {
    const { checkServiceRole } = await import('../../../storage/schema/index.ts');
    await checkServiceRole(pool);
    return ok(RIGHTS, 'the service works as svc_app, which row-level security binds');
  } catch (error) {
    return fault(RIGHTS, messageOf(error), MEND_RIGHTS);
  }
}

/** The role is made by a start, so a service that has not started with this key yet has none. */
async function signInFindings(config: Config, address: DatabaseAddress): Promise<Finding[]> {
  if (!hasKey(config)) return [];
  const { lookUpSignIn } = await loadSignIn();
  const { fault: why, statements } = await lookUpSignIn(address, signInSecrets(openVault(config)));
  if (why === null) return [ok(SIGN_IN, 'the service signs in as a role of its own, which may become svc_app alone')];
  const says = `the service's own role does not work (${why}); without it the service signs in as the owner`;
  return [warning(SIGN_IN, says, `Start the service; if it stays, run as an administrator: ${statements}`)];
}

/** Opening the vault must not generate a key here. */
async function keyFindings(config: Config, pool: pg.Pool): Promise<Finding[]> {
  try {
    const vault = hasKey(config) ? openVault(config) : null;
    const { readable, unreadable } = await readSealedState(pool, vault);
    if (unreadable === 0) return [ok(KEY, readable === 0 ? 'nothing is encrypted yet' : 'it opens what is stored')];
    const says = `${unreadable} of ${readable + unreadable} stored secrets do not open`;
    const mend =
      'Add the earlier key to SVC_ENCRYPTION_KEY behind a comma, or restore encryption.key of the data folder.';
    return [readable === 0 ? fault(KEY, says, mend) : warning(KEY, says, mend)];
  } catch (error) {
    return [fault(KEY, messageOf(error), 'Migrate the database, and check SVC_ENCRYPTION_KEY.')];
  }
}
