/** The only wiring: builds the service from its parts on a migrated database. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createPasswordCheck } from './accounts/index.ts';
import { addressList } from './addresses/index.ts';
import { createKeyDirectory } from './api-keys/index.ts';
import { type Checkpoints, createCheckpointPushes, createCheckpoints } from './audit/index.ts';
import type { SmtpAddress } from './config/index.ts';
import { checkServiceRole, createPool, type DatabaseAddress } from './db/index.ts';
import { createEgress, type Egress, type EgressOptions } from './egress/index.ts';
import {
  createForwarder,
  createOutcomes,
  createPresence,
  createTokens,
  FORWARDS_ABORTED_AFTER_MS,
  type OwnCalls,
} from './gateways/index.ts';
import { createHttpServer, ownOrigins } from './http/index.ts';
import { startJobs, type Task } from './jobs/index.ts';
import type { Logger } from './logging/index.ts';
import { createFileTransport, createMails, createSmtpTransport, type Mails } from './mail/index.ts';
import { createMetrics, loadMetricsListener, type Metrics, type MetricsListener } from './metrics/index.ts';
import { createOrganizationSnapshots } from './organizations/index.ts';
import { processWindow } from './rates/index.ts';
import { createRecorder, type Recorder, type RecorderOptions } from './recorder/index.ts';
import { registerAppRoutes, registerPublicRoutes, registerV1Routes, registerWebRoutes } from './routes/index.ts';
import { createScanner } from './scan/index.ts';
import { checkpointTask, lostCallsTasks, mailTask, pushTask, serviceTasks } from './tasks.ts';
import type { Vault } from './vault/index.ts';
import { type DeliveryWorker, startDeliveryWorker, WEBHOOK_EGRESS } from './webhooks/index.ts';

const POOL_CONNECTIONS_MAX = 10;
/** One connection for each batch in flight, and one to look up the fate of a lost commit. */
const RECORDER_CONNECTIONS_MAX = 5;
/** One connection that listens, and one for each step of the sending worker. */
const DELIVERY_CONNECTIONS_MAX = 5;

export interface AppOptions {
  database: DatabaseAddress;
  vault: Vault;
  logger: Logger;
  /** The public address; asked for late, since the port may be chosen when listening. */
  baseUrl: () => string;
  /** CIDR ranges of proxies with a trusted X-Forwarded-For. */
  trustProxy: readonly string[];
  /** Non-public CIDR ranges that outgoing calls may reach. */
  egressAllow: readonly string[];
  eventsPerMinute: number;
  /** The mail server; null keeps mail as files in the folder. */
  mail: { smtp: SmtpAddress | null; folder: string };
  /** Replacements of tests for the system's resolver and authorities. */
  egress?: Pick<EgressOptions, 'resolver' | 'ca'>;
  recorder?: RecorderOptions;
  /** The periodic tasks; by default those of the service. */
  tasks?: (pool: pg.Pool) => readonly Task[];
}

const IDLE_CHECK_EVERY_MS = 50;

export interface App {
  http: FastifyInstance;
  pool: pg.Pool;
  checkpoints: Checkpoints;
  /** Calls through the HTTP gateway that this process has under way. */
  ownCalls: OwnCalls;
  /** Serves the metrics until it is closed. @throws the error of listening */
  openMetrics(at: { host: string; port: number }): Promise<MetricsListener>;
  /** Stops accepting, finishes the requests under way, and closes the connections. */
  close(): Promise<void>;
}

/** @throws Error with one sentence when the database role could see past row-level security */
export async function createApp(options: AppOptions): Promise<App> {
  const pool = createPool(options.database, POOL_CONNECTIONS_MAX);
  const recorderPool = createPool(options.database, RECORDER_CONNECTIONS_MAX);
  const deliveryPool = createPool(options.database, DELIVERY_CONNECTIONS_MAX);
  await checkServiceRole(pool);
  const metrics = createMetrics();
  const deliveries = startDeliveries(options, deliveryPool, metrics);
  const recorder = createRecorder(recorderPool, metrics, { ...options.recorder, onDeliveries: deliveries.wake });
  const trustedProxies = addressList(options.trustProxy);
  const scanner = createScanner();
  const checkpoints = createCheckpoints(pool, options.vault, options.logger);
  const pushEgress = createEgress({ allow: options.egressAllow });
  const http = createHttpServer(options.logger, metrics);
  const gateway = createGateway(options, pool, recorder);
  registerV1Routes(http, {
    pool,
    recorder,
    scanner,
    ...gateway.parts,
    trustedProxies,
    metrics,
    vault: options.vault,
    snapshots: createOrganizationSnapshots(pool, metrics),
    directory: createKeyDirectory(pool, metrics),
    eventRate: processWindow(options.eventsPerMinute),
  });
  registerPublicRoutes(http, { pool, trustedProxies, baseUrl: options.baseUrl, mail: options.mail });
  registerAppRoutes(http, {
    pool,
    vault: options.vault,
    metrics,
    checkpoints,
    trustedProxies,
    passwords: createPasswordCheck(),
    origins: () => ownOrigins(options.baseUrl(), http.server.address()),
  });
  registerWebRoutes(http);
  await http.ready();
  const parts = { metrics, checkpoints, pushEgress, ownCalls: gateway.ownCalls };
  const jobs = startJobs(pool, options.logger, metrics, options.tasks?.(pool) ?? allTasks(options, pool, parts));
  return {
    http,
    pool,
    checkpoints,
    ownCalls: gateway.ownCalls,
    async openMetrics(at) {
      const { openMetricsListener } = await loadMetricsListener();
      const pools = { service: pool, recorder: recorderPool, deliveries: deliveryPool };
      const observed = { metrics, pools, decisionsWaiting: recorder.waiting, scansWaiting: scanner.waiting };
      return await openMetricsListener(pool, observed, at);
    },
    async close() {
      const abort = setTimeout(() => gateway.parts.forwarder.abort(), FORWARDS_ABORTED_AFTER_MS);
      await Promise.all([closeHttp(http).finally(() => clearTimeout(abort)), jobs.stop(), deliveries.stop()]);
      await gateway.parts.outcomes.drained();
      await gateway.close();
      await recorder.drained();
      await scanner.close();
      await pushEgress.close();
      await Promise.all([pool.end(), recorderPool.end(), deliveryPool.end()]);
    },
  };
}

interface TaskParts {
  metrics: Metrics;
  checkpoints: Checkpoints;
  pushEgress: Egress;
  ownCalls: OwnCalls;
}

function allTasks(
  options: AppOptions,
  pool: pg.Pool,
  { metrics, checkpoints, pushEgress, ownCalls }: TaskParts,
): Task[] {
  return [
    ...serviceTasks(pool, metrics),
    ...lostCallsTasks(pool, ownCalls),
    checkpointTask(checkpoints),
    pushTask(createCheckpointPushes(pool, pushEgress, options.logger)),
    mailTask(openMail(options, pool, metrics)),
  ];
}

function startDeliveries(options: AppOptions, pool: pg.Pool, metrics: Metrics): DeliveryWorker {
  const egress = createEgress({ ...options.egress, allow: options.egressAllow, ...WEBHOOK_EGRESS });
  const worker = startDeliveryWorker({ pool, egress, vault: options.vault, log: options.logger, metrics });
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await egress.close();
    },
  };
}

function openMail({ mail, baseUrl, logger: log }: AppOptions, pool: pg.Pool, metrics: Metrics): Mails {
  const transport = mail.smtp === null ? createFileTransport(mail.folder) : createSmtpTransport(mail.smtp);
  return createMails({ pool, transport, baseUrl, from: mail.smtp?.from ?? null, log, metrics });
}

/** Each of the two calls others for itself: a crowd at the upstreams does not delay token requests. */
function createGateway(options: AppOptions, pool: pg.Pool, recorder: Recorder) {
  const egress = createEgress({ ...options.egress, allow: options.egressAllow });
  const tokenEgress = createEgress({ ...options.egress, allow: options.egressAllow });
  const presence = createPresence(options.database);
  const outcomes = createOutcomes({ recorder, pool, log: options.logger });
  const forwarding = new Set<string>();
  const ownCalls: OwnCalls = {
    forwarderId: presence.id,
    underWay: () => [...forwarding, ...outcomes.waiting()],
  };
  const forwarder = createForwarder({ egress, tokens: createTokens(tokenEgress), vault: options.vault });
  return {
    ownCalls,
    parts: { forwarder, presence, outcomes, forwarding, log: options.logger },
    close: () => Promise.all([egress.close(), tokenEgress.close(), presence.close()]),
  };
}

/** A connection that was busy when the server closed stays open for its client; it is ended when it falls idle. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const timer = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_EVERY_MS);
  try {
    await http.close();
  } finally {
    clearInterval(timer);
  }
}
