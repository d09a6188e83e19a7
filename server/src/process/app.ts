// SPDX-License-Identifier: Apache-2.0
/** The only wiring: builds the service from its parts on a migrated database. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { SELECT_ACTS } from '../decisions/acts/index.ts';
import { BOT_FRAMEWORK, type Chat, createChat, SLACK_API } from '../decisions/chat/index.ts';
import {
  createForwarder,
  createOutcomes,
  createPresence,
  createTokens,
  FORWARDS_ABORTED_AFTER_MS,
  type OwnCalls,
} from '../decisions/gateways/index.ts';
import { createLive } from '../decisions/stream/index.ts';
import { boundConnections, closeServer, createHttpServer, drain, ownOrigins } from '../doors/http/index.ts';
import {
  createScimRates,
  registerAppRoutes,
  registerBillingRoutes,
  registerChatRoutes,
  registerDocs,
  registerMachineRoutes,
  registerPublicRoutes,
  registerScimRoutes,
  registerWebRoutes,
  type SharedAppDeps,
} from '../doors/routes/index.ts';
import { type BillingDeps, changeModeOf, openProcessor } from '../organization/billing/index.ts';
import { createKeyDirectory } from '../organization/callers/index.ts';
import { createOrganizationSnapshots } from '../organization/organizations/index.ts';
import { firstOwnerToken } from '../organization/own-account/index.ts';
import { createAddressReach, createEgress, type Egress, type EgressOptions } from '../outgoing/egress/index.ts';
import { createPasswords } from '../people/passwords/index.ts';
import { type AddressList, addressList } from '../platform/addresses/index.ts';
import { DATABASE_CONNECTIONS } from '../platform/config/index.ts';
import { createLookUps, processWindow } from '../platform/rates/index.ts';
import { SHARED_PLACES } from '../platform/shares/index.ts';
import { openArchive } from '../record/archive/index.ts';
import { type Checkpoints, createCheckpoints } from '../record/audit/index.ts';
import { createImpacts } from '../record/impact/index.ts';
import { createRecorder, type Recorder, type RecorderOptions, recordAtHomes } from '../record/recorder/index.ts';
import { type DeliveryWorker, startDeliveryWorker, WEBHOOK_EGRESS } from '../record/webhooks/index.ts';
import { createPolicyHits } from '../rules/policy-editing/index.ts';
import { openPools } from '../storage/connections/index.ts';
import { LongestChains } from '../storage/heads/index.ts';
import { startJobs } from '../storage/jobs/index.ts';
import { createAttempts } from '../storage/limits/index.ts';
import { createReads } from '../storage/lists/index.ts';
import { createMetrics, loadMetricsListener, type Metrics, type MetricsListener } from '../storage/metrics/index.ts';
import { createNews, type News } from '../storage/news/index.ts';
import { checkServiceRole } from '../storage/schema/index.ts';
import type { AppOptions } from './app-options.ts';
import { tasksOf } from './app-tasks.ts';
import { openConnectedApps } from './connected-apps.ts';
import { openDirectories } from './directories.ts';
import { openSinks } from './sinks.ts';
import { createWorkers, type Workers } from './workers.ts';

export interface App {
  http: FastifyInstance;
  pool: pg.Pool;
  checkpoints: Checkpoints;
  /** The chains that this process remembers. */
  chains: LongestChains;
  /** The token of the first owner's link; null where none is needed. */
  firstOwnerToken(): Promise<string | null>;
  /** Calls through the HTTP gateway that this process has under way. */
  ownCalls: OwnCalls;
  /** Calls that wait for a review. */
  waitingCalls(): number;
  /** Streams of people. */
  openStreams(): number;
  /** Resolves when other processes see this one, and its worker threads have worked: no request waits for them then. */
  warm(): Promise<void>;
  /** Serves the metrics until it is closed. @throws the error of listening */
  openMetrics(at: { host: string; port: number }): Promise<MetricsListener>;
  /** Tells balancers to go elsewhere, and goes on. */
  drain(): void;
  /** Stops accepting, finishes the requests under way, and closes the connections. */
  close(): Promise<void>;
}

/** @throws Error with one sentence when the database role could see past row-level security */
export async function createApp(options: AppOptions): Promise<App> {
  const pools = openPools(options.database, options.clock, options.databaseConnections ?? DATABASE_CONNECTIONS.max);
  const [pool, metrics, log] = [pools.service, createMetrics(), options.logger];
  await checkServiceRole(pool);
  const news = createNews(options.database, log);
  const deliveries = startDeliveries(options, pools.deliveries, news, metrics);
  const [live, chains] = [createLive(news, pool, log), new LongestChains(options.clock, log)];
  const recorder = openRecorder(options, pools.recorder, metrics, {
    chains,
    onRecorded: live.onRecorded,
    takeSlot: deliveries.takeSlot,
    onDeliveries: deliveries.wake,
  });
  const [trustedProxies, lookUps] = [addressList(options.trustProxy), createLookUps(options.clock)];
  const [billing, pushEgress] = [await openBilling(options, pool), createEgress(egressOptions(options))];
  const { http, closeSilent, directories } = createHttp(options, metrics, pool, trustedProxies);
  const [snapshots, workers] = [createOrganizationSnapshots(pool, metrics), createWorkers(pool, log)];
  const proofs = readingParts(options, pushEgress, pools, workers);
  const [gateway, chat] = [createGateway(options, pool, recorder), openChat(options, http, pool)];
  const [sinks, { ownCalls }] = [openSinks(options, pool, metrics, proofs.archive), gateway];
  const [{ vault, baseUrl, mcp = {} }, apps] = [options, openConnectedApps(options, http, pool, trustedProxies)];
  const [checkpoints, impacts] = [createCheckpoints(pool, vault, log, chains), createImpacts(pools, log)];
  const common = { pool, vault, baseUrl, mcp, metrics, trustedProxies, snapshots, impacts, lookUps };
  const shared = { ...common, billing, ...apps.parts, ...directories.parts };
  registerMachineRoutes(http, {
    ...shared,
    recorder,
    ...workers.parts,
    ...gateway.parts,
    directory: createKeyDirectory(pool, metrics, lookUps),
    eventRate: processWindow(options.eventsPerMinute),
    ...{ waitingCalls: live.waitingCalls, spans: sinks.spans },
  });
  registerPeoplesRoutes(options, http, { ...shared, ...proofs, checkpoints, ...gateway.trying, streams: live.streams });
  const parts = { metrics, chains, checkpoints, pushEgress, sinks, chat, snapshots, proofs, ownCalls };
  await http.ready();
  const jobs = startJobs({ pool, news, log, metrics }, tasksOf(options, pools, parts));
  return {
    http,
    pool,
    checkpoints,
    chains,
    ownCalls,
    waitingCalls: live.waitingCalls.count,
    openStreams: () => live.streams.count(),
    firstOwnerToken: () => firstOwnerToken(pool, options.signup),
    warm: () => Promise.all([workers.warm(), gateway.parts.presence.ready(START_ATTEMPTS)]).then(() => undefined),
    async openMetrics(at) {
      const held = { listener: news.isListening, presence: gateway.parts.presence.isShown };
      const observed = { metrics, pools, chains, held, decisionsWaiting: recorder.waiting, ...workers.observed };
      return await (await loadMetricsListener()).openMetricsListener(pool, observed, at);
    },
    drain: () => drain(http),
    async close() {
      live.release();
      const endWait = options.clock.after(FORWARDS_ABORTED_AFTER_MS, () => gateway.parts.forwarder.abort());
      await Promise.all([
        closeServer(http, closeSilent).finally(endWait),
        ...[impacts, jobs, deliveries].map((one) => one.stop()),
      ]);
      await gateway.close();
      await recorder.drained();
      await closeAll([workers, pushEgress, sinks, chat, billing.processor, news, apps, directories]);
      await Promise.all(Object.values(pools).map((one) => one.end()));
    },
  };
}

/** A database that was reached a moment ago may be slow to take one more connection: a start does not end by that. */
const START_ATTEMPTS = 10;

const closeAll = (parts: readonly ({ close(): unknown } | null | undefined)[]) =>
  Promise.all(parts.map(async (one) => await one?.close()));

function openRecorder(options: AppOptions, pool: pg.Pool, metrics: Metrics, others: RecorderOptions): Recorder {
  const { homes = null } = options;
  const recorder = createRecorder(pool, metrics, {
    ...options.recorder,
    ...others,
    selectEvents: SELECT_ACTS,
  });
  return homes === null ? recorder : recordAtHomes(recorder, homes, pool);
}

/** The pages and routes of the app, and those for anybody. */
function registerPeoplesRoutes(options: AppOptions, http: FastifyInstance, shared: SharedAppDeps): void {
  const { baseUrl, mail, signup, planDefault, demo: hasDemo = false } = options;
  const { pool, billing } = shared;
  const both = { baseUrl, signup, hasDemo };
  registerPublicRoutes(http, { ...both, pool, mail, planChange: changeModeOf(billing) });
  registerBillingRoutes(http, billing);
  registerScimRoutes(http, { ...shared, baseUrl, scimRates: createScimRates() });
  registerAppRoutes(http, {
    ...shared,
    ...both,
    planDefault,
    passwords: createPasswords(),
    attempts: createAttempts(pool),
    hasMail: mail.smtp !== null,
    reach: createAddressReach(options.egressAllow, options.egress?.loopbackFor),
    origins: () => ownOrigins(baseUrl(), http.server.address()),
  });
  registerWebRoutes(http, options.webFolder);
  registerDocs(http, options.docs);
}

function createHttp(options: AppOptions, metrics: Metrics, pool: pg.Pool, trustedProxies: AddressList) {
  const http = createHttpServer(options.logger, metrics);
  const directories = openDirectories(options, http, pool, trustedProxies);
  return { http, directories, closeSilent: boundConnections(http.server, options.connections, trustedProxies) };
}

function readingParts(options: AppOptions, egress: Egress, { reads }: { reads: pg.Pool }, { parts }: Workers) {
  const archive = openArchive(options.auditArchive ?? null, { clock: options.clock, egress, log: options.logger });
  return { reads: createReads(reads), policyHits: createPolicyHits(reads), archive, ...parts };
}

function egressOptions({ egress, egressAllow: allow }: AppOptions): EgressOptions {
  return { ...egress, allow };
}

function startDeliveries(options: AppOptions, pool: pg.Pool, news: News, metrics: Metrics): DeliveryWorker {
  const egress = createEgress({ ...egressOptions(options), ...WEBHOOK_EGRESS });
  const worker = startDeliveryWorker({ pool, news, egress, vault: options.vault, log: options.logger, metrics });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await egress.close();
    },
  };
}

async function openBilling(options: AppOptions, pool: pg.Pool): Promise<BillingDeps> {
  const { stripe = null, planChange = 'billing', baseUrl, logger: log, egress, egressAllow: allow } = options;
  const processor = stripe === null ? null : await openProcessor(stripe, { ...egress, allow });
  return { pool, planChange, processor, baseUrl, log };
}

function openChat(options: AppOptions, http: FastifyInstance, pool: pg.Pool): Chat {
  const { vault, baseUrl, logger: log, egress, egressAllow: allow, slackApi, teams } = options;
  const chat = createChat({ pool, vault, baseUrl, log }, { ...egress, allow, slackApi, teams });
  registerChatRoutes(http, chat);
  return chat;
}

/** Each egress calls others for itself: a crowd at the upstreams delays neither token requests nor checks. */
function createGateway(options: AppOptions, pool: pg.Pool, recorder: Recorder) {
  const egress = createEgress(egressOptions(options));
  const tokenEgress = createEgress(egressOptions(options));
  const checkEgress = createEgress({ ...egressOptions(options), calls: SHARED_PLACES.checks });
  const presence = createPresence(options.database, options.vault.keyIds);
  const outcomes = createOutcomes({ recorder, pool, log: options.logger });
  const forwarding = new Set<string>();
  const ownCalls: OwnCalls = { forwarderId: presence.id, underWay: () => [...forwarding, ...outcomes.waiting()] };
  const forwarder = createForwarder({ egress, tokens: createTokens(tokenEgress, options.clock), vault: options.vault });
  return {
    ownCalls,
    trying: { checkEgress, slackApi: options.slackApi ?? SLACK_API, teams: options.teams ?? BOT_FRAMEWORK },
    parts: { forwarder, presence, outcomes, forwarding, log: options.logger },
    async close() {
      await outcomes.drained();
      await Promise.all([egress, tokenEgress, checkEgress, presence].map((one) => one.close()));
    },
  };
}
