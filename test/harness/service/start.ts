// SPDX-License-Identifier: Apache-2.0
/** A service with a database of its own: where the process, its environment or the database is what a test is about. */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { applyProvisioning, parseProvisioning } from '../../../server/src/lifecycle/provisioning/index.ts';
import { createAddressReach } from '../../../server/src/outgoing/egress/index.ts';
import { createVault } from '../../../server/src/platform/vault/index.ts';
import { type App, createApp } from '../../../server/src/process/app.ts';
import type { AppOptions } from '../../../server/src/process/app-options.ts';
import { createPool } from '../../../server/src/storage/connections/index.ts';
import { showOnDevices, TestClock } from '../clock/index.ts';
import { countOf } from '../counts/index.ts';
import { createFilledDatabase, createTestDatabase, type TestDatabase } from '../postgres/index.ts';
import { resolveTestName } from './host-names.ts';
import { acme } from './organizations.ts';
import { quickHash } from './quick-hash.ts';

export interface TestServiceOptions {
  /** Text of a provisioning file; by default one organization with everything in it. */
  provisioning?: string;
  eventsPerMinute?: number;
  /** Who may make an account; by default everybody. */
  signup?: AppOptions['signup'];
  planDefault?: AppOptions['planDefault'];
  planChange?: AppOptions['planChange'];
  /** The payment processor, by a stand-in. */
  stripe?: AppOptions['stripe'];
  /** Whether visitors may enter a demo; tests make it by `keepDemo`. */
  demo?: boolean;
  connections?: AppOptions['connections'];
  trustProxy?: readonly string[];
  /** The allowed targets of outgoing calls; by default this machine, where upstreams of tests listen. */
  egressAllow?: readonly string[];
  /** By default names lead where `resolveTestName` says. */
  egress?: AppOptions['egress'];
  /** Name servers of TXT records, by a stand-in. */
  textRecords?: AppOptions['textRecords'];
  /** Slack's Web API, by a stand-in. */
  slackApi?: string;
  /** Microsoft's services for bots, by a stand-in. */
  teams?: AppOptions['teams'];
  /** The place of archived audit entries; none by default. */
  auditArchive?: AppOptions['auditArchive'];
  /** The collector of the operator; none by default. */
  otlp?: AppOptions['otlp'];
  /** Periodic tasks; none by default, so that a test observes only its own work. */
  tasks?: AppOptions['tasks'];
  /** By default no mail server is configured, and no mail is sent: see `tasks`. */
  mail?: AppOptions['mail'];
  /** A folder with another build of the web app. */
  webFolder?: string;
  /** The public address, where it is that of another process; by default its own. */
  publicUrl?: string;
  /** Share the database of another service. */
  database?: TestDatabase;
  /** By default that of the services on the same database, and else one of its own. */
  clock?: TestClock;
}

export interface TestService {
  baseUrl: string;
  app: App;
  database: TestDatabase;
  /** Its time, which a test moves. */
  clock: TestClock;
  /** The whole log so far, one JSON line each. */
  logged(): string;
  /** Applies another provisioning file, as another process would. */
  provision(text: string, options?: { isForced: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** One that several test files use, one after another. */
export interface LastingService extends TestService {
  /** Lets go of the log so far. */
  forgetLog(): void;
}

export const TEST_ENCRYPTION_KEY = Buffer.alloc(32, 7);
const LOG_LEVEL = 'trace';
const STOP_WITHIN_MS = 60_000;
/** No task runs that would send anything to it. */
const MAIL_SERVER = { host: 'mail.test', port: 25, isTls: false, credentials: null, from: 'svc@example.com' };

/** A test says what is to be, whatever an earlier one has changed. */
const FORCED = { isForced: true };

/** Applies a provisioning file, as another process would. */
async function applyFile(
  connectionString: string,
  text: string,
  { log, clock }: { log: Logger; clock: TestClock },
  options = FORCED,
): Promise<void> {
  const pool = createPool({ connectionString }, 1, clock);
  try {
    // A test may close what was open when its file was applied.
    const reach = createAddressReach(['0.0.0.0/0', '::/0']);
    const vault = createVault([TEST_ENCRYPTION_KEY]);
    await applyProvisioning({ pool, vault, reach, nowMs: clock.nowMs(), log }, parseProvisioning(text, 'test.yaml'), {
      ...options,
      hashPassword: quickHash,
    });
  } finally {
    await pool.end();
  }
}

/** The files that this process has applied. Most are applied by many tests, and some name an address of one test. */
const applied = new Set<string>();

/** A database with the file: from the second time on a copy of one, since a file has many records. */
async function databaseWith(text: string, how: { log: Logger; clock: TestClock }): Promise<TestDatabase> {
  if (applied.has(text))
    return await createFilledDatabase(text, ({ connectionString }) => applyFile(connectionString, text, how));
  applied.add(text);
  const database = await createTestDatabase();
  await applyFile(database.connectionString, text, how);
  return database;
}

/** Processes on one database have one time. */
export const clocks = new Map<string, TestClock>();

function clockOf(database: TestDatabase | undefined): TestClock {
  return (database === undefined ? undefined : clocks.get(database.name)) ?? new TestClock();
}

export async function startTestService(options: TestServiceOptions = {}): Promise<LastingService> {
  countOf('service');
  let log = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const logger = pino({ level: LOG_LEVEL, base: null }, sink);
  const clock = options.clock ?? clockOf(options.database);
  const how = { log: logger, clock };
  const database = options.database ?? (await databaseWith(options.provisioning ?? acme(), how));
  clocks.set(database.name, clock);
  showOnDevices(clock);
  let baseUrl = '';
  const app = await createApp({
    database: { connectionString: database.connectionString },
    clock,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    logger,
    baseUrl: () => options.publicUrl ?? baseUrl,
    trustProxy: options.trustProxy ?? [],
    egressAllow: options.egressAllow ?? ['127.0.0.1'],
    egress: options.egress ?? { resolver: resolveTestName },
    ...(options.slackApi === undefined ? {} : { slackApi: options.slackApi }),
    ...(options.teams === undefined ? {} : { teams: options.teams }),
    ...(options.textRecords === undefined ? {} : { textRecords: options.textRecords }),
    eventsPerMinute: options.eventsPerMinute ?? 1_000_000,
    signup: options.signup ?? 'open',
    planDefault: options.planDefault ?? 'DEVELOPER',
    stripe: options.stripe ?? null,
    demo: options.demo ?? false,
    auditArchive: options.auditArchive ?? null,
    otlp: options.otlp ?? null,
    ...(options.planChange === undefined ? {} : { planChange: options.planChange }),
    connections: options.connections ?? { connectionsMax: 8_192, connectionsPerAddressMax: 8_192 },
    mail: options.mail ?? { smtp: MAIL_SERVER, folder: join(tmpdir(), 'svc-no-mail') },
    tasks: options.tasks ?? (() => []),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    app,
    database,
    clock,
    provision: (text, options) => applyFile(database.connectionString, text, how, options),
    logged: () => log,
    forgetLog() {
      log = '';
    },
    async stop() {
      // A stop that hangs fails its test without a reason: this names what still lives.
      const late = setTimeout(() => {
        const { totalCount, idleCount, waitingCount } = app.pool;
        const left = { totalCount, idleCount, waitingCount, resources: process.getActiveResourcesInfo() };
        process.stderr.write(`the service does not stop: ${JSON.stringify(left)}\n`);
      }, STOP_WITHIN_MS);
      await app.close();
      clearTimeout(late);
      if (options.database === undefined) await database.drop();
    },
  };
}
