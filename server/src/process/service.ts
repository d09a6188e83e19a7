// SPDX-License-Identifier: Apache-2.0
/**
 * The service as a process: database, migrations, provisioning, listening, and the orderly stop. PostgreSQL starts
 * while the rest of the code is loading: together they take half the time of one after the other.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@svc/postgres';
import type { pagesOfOrganizations } from '../organization/organizations/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import { type Config, stripeSettingsOf } from '../platform/config/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { DatabaseAddress } from '../storage/connections/index.ts';
import type { MetricsListener } from '../storage/metrics/index.ts';
import type { App } from './app.ts';

/** A folder in the data folder, for mail without a mail server. */
const MAIL_FOLDER = 'mail';
/** The part of the ten seconds of a stop. */
const POSTGRES_STOP_WITHIN_MS = 4_000;

const NO_COOKIES =
  'SVC_BASE_URL: browsers keep session cookies on https and on loopback only; no one can stay signed in at this one';

const NO_ORGANIZATION = 'there is no organization yet: apply a provisioning file with `svc-server provision FILE`';

export interface Database {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, or the one of DATABASE_URL; migrated. */
export async function openDatabase(config: Config, logger: Logger, signal?: AbortSignal): Promise<Database> {
  if (config.databaseUrl !== null) {
    const address = { connectionString: config.databaseUrl };
    const { migrate } = await loadMigrate();
    await migrate(address).catch((error: Error) => {
      throw new Error(`DATABASE_URL: ${error.message}`, { cause: error });
    });
    return { address, stop: async () => {} };
  }
  const [postgres, { migrate }] = await Promise.all([
    startEmbeddedPostgres({ dataDir: config.dataDir, log: logger, ...(signal !== undefined && { signal }) }).catch(
      (error: Error) => {
        throw signal?.aborted === true ? error : new Error(`SVC_DATA_DIR: ${error.message}`, { cause: error });
      },
    ),
    loadMigrate(),
  ]);
  try {
    signal?.throwIfAborted();
    await migrate(postgres.connection);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { address: postgres.connection, stop: () => postgres.stop({ withinMs: POSTGRES_STOP_WITHIN_MS }) };
}

export interface Service {
  app: App;
  /** Its listening address, in callable form. */
  address: string;
  /** A one-time link that makes the first owner; null where none is needed. */
  firstOwnerLink: string | null;
  stop(): Promise<void>;
}

/**
 * The step between the migration and the first answer: provisioning.
 * @returns the organizations whose calls may reach this machine
 */
export type Prepare = (database: Database, vault: Vault) => Promise<ReadonlySet<string>>;

/** @param signal gives up a running start @throws Error with a message for the operator */
export async function startService(
  config: Config,
  logger: Logger,
  prepare: Prepare,
  signal?: AbortSignal,
): Promise<Service> {
  const [database, { createApp }, { openVault }, { keepsSessionCookies }, organizations] = await Promise.all([
    openDatabase(config, logger, signal),
    import('./app.ts'),
    import('../platform/vault/index.ts'),
    import('../doors/http/index.ts'),
    import('../organization/organizations/index.ts'),
  ]);
  try {
    // A start that is given up ends before its next step: each may take long on a busy machine.
    signal?.throwIfAborted();
    // This follows the database: the embedded one makes the data folder, which keeps a generated key.
    const vault = openVault(config);
    const signedIn = await serviceAddress(database, vault, logger);
    signal?.throwIfAborted();
    const loopbackFor = await prepare({ ...database, address: signedIn }, vault);
    signal?.throwIfAborted();
    let address = '';
    let metrics: MetricsListener | null = null;
    let token: string | null;
    const mail = mailOf(config, logger);
    const app = await createApp({
      database: signedIn,
      clock: systemClock,
      vault,
      logger,
      baseUrl: () => config.baseUrl ?? address,
      mcp: { mcpUrl: config.mcpUrl, egressAddress: config.mcpEgressAddress },
      trustProxy: config.trustProxy,
      egressAllow: config.egressAllow,
      egress: { loopbackFor },
      eventsPerMinute: config.eventsPerMinute,
      signup: config.signup,
      planDefault: config.planDefault,
      planChange: config.planChange,
      stripe: stripeSettingsOf(config),
      demo: config.demo,
      connections: config,
      mail,
    });
    try {
      await app.warm().then(() => rewrap(app, vault, logger));
      token = await firstOwnerOf(app, logger, organizations.pagesOfOrganizations);
      metrics = await openMetrics(app, config, logger);
      // The last step that can fail: a service that listens outlives an absence of its database.
      await listen(app, config);
    } catch (error) {
      await metrics?.close();
      await app.close();
      throw error;
    }
    address = addressOf(app.http.server.address() as AddressInfo);
    if (!keepsSessionCookies(config.baseUrl ?? address)) logger.warn(NO_COOKIES);
    return {
      app,
      address,
      firstOwnerLink: token === null ? null : `${config.baseUrl ?? address}/app/sign-up#token=${token}`,
      async stop() {
        await metrics?.close();
        await app.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function mailOf({ smtp, dataDir }: Config, logger: Logger) {
  const folder = join(dataDir, MAIL_FOLDER);
  if (smtp === null) logger.info({ folder }, 'mail is kept as files: SVC_SMTP_URL is not set');
  return { smtp, folder };
}

/** @returns the token of the first owner where one is needed */
async function firstOwnerOf(app: App, logger: Logger, pages: typeof pagesOfOrganizations): Promise<string | null> {
  if ((await pages(app.pool).next()).done === true) logger.warn(NO_ORGANIZATION);
  return await app.firstOwnerToken();
}

/** Every connection of the running service signs in there. That of the owner is the last resort, and a warning. */
async function serviceAddress({ address }: Database, vault: Vault, logger: Logger): Promise<DatabaseAddress> {
  const [{ loadSignIn }, { signInSecrets }] = await Promise.all([
    import('../storage/schema/index.ts'),
    import('../platform/vault/index.ts'),
  ]);
  const { signIn } = await loadSignIn();
  const signedIn = await signIn(address, signInSecrets(vault));
  if (signedIn.fault !== null) logger.warn({ fault: signedIn.fault }, OWNER_SIGN_IN);
  return signedIn.address;
}

const OWNER_SIGN_IN =
  'the service signs in to the database as the owner of the tables, since it may not make a role of its own: ' +
  'see svc-server doctor';

/** Connections that wait to be accepted: a crowd that comes at once is not refused. The system may hold fewer. */
const BACKLOG = 4_096;

/** @throws Error that names the variable of a port or an address that cannot be had */
async function listen(app: App, { host, port }: Config): Promise<void> {
  const listenTextResolver = (listened: string) => `listening on ${listened}`;
  await app.http.listen({ host, port, backlog: BACKLOG, listenTextResolver }).catch((error: NodeJS.ErrnoException) => {
    const ofPort = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    const hint = error.code === 'EADDRINUSE' ? '; another process listens there: stop it, or set another port' : '';
    throw new Error(`${ofPort ? 'SVC_PORT' : 'SVC_HOST'}: ${error.message}${hint}.`, { cause: error });
  });
}

function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** This precedes listening, so that monitoring sees the service from the first answer on. */
async function openMetrics(app: App, config: Config, logger: Logger): Promise<MetricsListener | null> {
  if (config.metricsPort === null) return null;
  const listener = await app
    .openMetrics({ host: config.metricsHost, port: config.metricsPort })
    .catch((error: Error) => {
      throw new Error(`SVC_METRICS_PORT: ${error.message}`, { cause: error });
    });
  logger.info({ port: listener.port }, 'metrics are served');
  return listener;
}

/**
 * Needed after a key rotation; with one key, or when all is done, this is one query per organization. Another process
 * that lacks the first key could not open what is rewrapped.
 */
async function rewrap(app: App, vault: Vault, logger: Logger): Promise<void> {
  const [firstId = ''] = vault.keyIds;
  const { countProcessesWithout } = await import('../decisions/gateways/index.ts');
  const lacking = await countProcessesWithout(app.pool, firstId, 'has');
  if (lacking > 0) {
    logger.warn({ lacking }, LACKING);
    return;
  }
  const { loadRewrap } = await import('../storage/sealed/index.ts');
  const { rewrapSecrets } = await loadRewrap();
  const { rewrapped, unreadable } = await rewrapSecrets(app.pool, vault);
  if (rewrapped > 0) logger.info({ rewrapped }, 'stored secrets were brought under the first encryption key');
  if (unreadable > 0) logger.error({ unreadable }, 'stored secrets need an encryption key that is not configured');
}

const LACKING =
  'other processes lack the first encryption key of this one, so the stored secrets stay as they are: give every ' +
  'process both keys, then run svc-server encryption-key rotate';

/** The migrations are loaded while PostgreSQL starts. */
async function loadMigrate() {
  const schema = await import('../storage/schema/index.ts');
  return await schema.loadMigrations();
}
