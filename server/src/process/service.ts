// SPDX-License-Identifier: Apache-2.0
/** A process of the service: its app, listening, and the orderly stop. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { pagesOfOrganizations } from '../organization/organizations/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import { archivePlaceOf, type Config, otlpSettingsOf, stripeSettingsOf } from '../platform/config/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { Homes } from '../record/recorder/index.ts';
import type { MetricsListener } from '../storage/metrics/index.ts';
import type { App } from './app.ts';
import { type Prepare, type Prepared, prepareService } from './prepare.ts';

/** A folder in the data folder, for mail without a mail server. */
const MAIL_FOLDER = 'mail';
/** All work under way is given up this long after the end of listening. */
export const STOP_WITHIN_MS = 10_000;

const NO_COOKIES =
  'SVC_BASE_URL: browsers keep session cookies on https and on loopback only; no one can stay signed in at this one';

const NO_ORGANIZATION = 'there is no organization yet: apply a provisioning file with `svc-server provision FILE`';

export interface Service {
  app: App;
  /** Its listening address, in callable form. */
  address: string;
  /** A one-time link that makes the first owner; null where none is needed. */
  firstOwnerLink: string | null;
  /** Says no to balancers, and goes on. */
  drain(): void;
  stop(): Promise<void>;
}

/** One process of the service. */
export interface Member {
  /** One of them tells what is told once: the first. */
  number: number;
  homes: Homes | null;
}

const ALONE: Member = { number: 0, homes: null };

/** @throws Error with a message for the operator */
export async function startMember(
  config: Config,
  logger: Logger,
  shared: Pick<Prepared, 'address' | 'databaseConnections' | 'loopbackFor' | 'endWaiting'>,
  member: Member,
): Promise<Service> {
  const [{ createApp }, { openVault }, { keepsSessionCookies }, { pagesOfOrganizations }] = await Promise.all([
    import('./app.ts'),
    import('../platform/vault/index.ts'),
    import('../doors/http/index.ts'),
    import('../organization/organizations/index.ts'),
  ]);
  const vault = openVault(config);
  let address = '';
  let metrics: MetricsListener | null = null;
  let token: string | null = null;
  const app = await createApp({
    database: shared.address,
    databaseConnections: shared.databaseConnections,
    clock: systemClock,
    vault,
    logger,
    baseUrl: () => config.baseUrl ?? address,
    mcp: { mcpUrl: config.mcpUrl, egressAddress: config.mcpEgressAddress },
    trustProxy: config.trustProxy,
    egressAllow: config.egressAllow,
    egress: { loopbackFor: shared.loopbackFor },
    eventsPerMinute: config.eventsPerMinute,
    signup: config.signup,
    planDefault: config.planDefault,
    planChange: config.planChange,
    stripe: stripeSettingsOf(config),
    auditArchive: archivePlaceOf(config),
    otlp: otlpSettingsOf(config),
    demo: config.demo,
    docs: config.docs,
    connections: config,
    mail: mailOf(config, member.number === 0 ? logger : null),
    homes: member.homes,
  });
  try {
    await app.warm();
    if (member.number === 0) {
      await rewrap(app, vault, logger);
      token = await firstOwnerOf(app, logger, pagesOfOrganizations);
    }
    metrics = await openMetrics(app, config, logger, member.number);
    await shared.endWaiting();
    // The last step that can fail: a service that listens outlives an absence of its database.
    await listen(app, config, member);
  } catch (error) {
    await metrics?.close();
    await app.close();
    throw error;
  }
  address = addressOf(app.http.server.address() as AddressInfo);
  if (member.number === 0 && !keepsSessionCookies(config.baseUrl ?? address)) logger.warn(NO_COOKIES);
  return {
    app,
    address,
    firstOwnerLink: token === null ? null : `${config.baseUrl ?? address}/app/sign-up#token=${token}`,
    drain: () => app.drain(),
    async stop() {
      await metrics?.close();
      await app.close();
    },
  };
}

/** The service in one process. @throws Error with a message for the operator */
export async function startService(
  config: Config,
  logger: Logger,
  prepare: Prepare,
  signal?: AbortSignal,
): Promise<Service> {
  // Loaded while PostgreSQL starts.
  const loading = import('./app.ts');
  const prepared = await prepareService({ ...config, processes: 1 }, logger, prepare, signal);
  await loading;
  const stopDatabase = () => prepared.database.stop();
  const service = await startMember(config, logger, prepared, ALONE).catch(async (error: unknown) => {
    await prepared.endWaiting();
    await stopDatabase();
    throw error;
  });
  return { ...service, stop: () => service.stop().then(stopDatabase) };
}

/** @param logger tells once where mail is kept */
function mailOf({ smtp, dataDir }: Config, logger: Logger | null) {
  const folder = join(dataDir, MAIL_FOLDER);
  if (smtp === null) logger?.info({ folder }, 'mail is kept as files: SVC_SMTP_URL is not set');
  return { smtp, folder };
}

/** @returns the token of the first owner where one is needed */
async function firstOwnerOf(app: App, logger: Logger, pages: typeof pagesOfOrganizations): Promise<string | null> {
  if ((await pages(app.pool).next()).done === true) logger.warn(NO_ORGANIZATION);
  return await app.firstOwnerToken();
}

/** Connections that wait to be accepted: a crowd that comes at once is not refused. The system may hold fewer. */
const BACKLOG = 4_096;

/** @throws Error that names the variable of a port or an address that cannot be had */
async function listen(app: App, { host, port }: Config, { number, homes }: Member): Promise<void> {
  const listenTextResolver = (at: string) => (homes === null ? `listening on ${at}` : `process ${number} is at ${at}`);
  await app.http.listen({ host, port, backlog: BACKLOG, listenTextResolver }).catch((error: NodeJS.ErrnoException) => {
    const ofPort = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    const hint = error.code === 'EADDRINUSE' ? '; another process listens there: stop it, or set another port' : '';
    throw new Error(`${ofPort ? 'SVC_PORT' : 'SVC_HOST'}: ${error.message}${hint}.`, { cause: error });
  });
}

function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * This precedes listening, so that monitoring sees the service from the first answer on. Each process has a port, since
 * each counts what it does.
 */
async function openMetrics(
  app: App,
  { metricsPort, metricsHost }: Config,
  logger: Logger,
  number: number,
): Promise<MetricsListener | null> {
  if (metricsPort === null) return null;
  const listener = await app
    .openMetrics({ host: metricsHost, port: metricsPort === 0 ? 0 : metricsPort + number })
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
