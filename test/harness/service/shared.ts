// SPDX-License-Identifier: Apache-2.0
/**
 * The service that the test files of a worker share, and an organization of one's own in it. The product keeps
 * organizations apart, and the tests live on that: what one file does is not seen by the next one.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showOnDevices } from '../clock/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/index.ts';
import { sharedSlack, slackApiOf, teamsOf } from '../slack/workspace.ts';
import { sharedStripe } from '../stripe/index.ts';
import { freeNames, renewNames } from './names.ts';
import { acme } from './organizations.ts';
import { readRows } from './rows.ts';
import { pagesAreOf } from './sessions.ts';
import { type LastingService, startTestService, type TestService, type TestServiceOptions } from './start.ts';

export interface OrganizationOptions {
  /** Makes the text of a provisioning file under the names that are then free; by default `acme`. */
  provisioning?: () => string;
}

/**
 * The one that all files of this worker share, with its database and clock. The clock shows the machine's time again
 * whenever an organization is opened.
 */
let shared: Promise<LastingService> | undefined;

async function start(): Promise<LastingService> {
  return await startTestService({ database: await createTestDatabase() });
}

/** @returns the shared service as this test sees it: with its own organizations, rows and log */
export async function openOrganization({ provisioning = acme }: OrganizationOptions = {}): Promise<TestService> {
  shared ??= start();
  return await open(await shared, provisioning);
}

/** The same in a service that a file has for itself: cases are kept apart by organizations, and it starts once. */
export async function openOrganizationIn(service: LastingService, provisioning = acme): Promise<TestService> {
  // Its start may have made an organization under the names of now.
  renewNames();
  return await open(service, provisioning);
}

async function open(service: LastingService, provisioning: () => string): Promise<TestService> {
  const all = () => [service, ...(beside.get(service.database.name)?.values() ?? [])];
  freeNames();
  showOnDevices(service.clock);
  for (const process of all()) process.forgetLog();
  service.clock.reset();
  const database = await viewOf(service.database);
  await service.provision(provisioning());
  // Any process may do the work that waits.
  const logged = () =>
    all()
      .map((process) => process.logged())
      .join('');
  return { ...service, database, logged, stop: () => clear(database) };
}

/** Processes beside a shared service, by the name of its database and by what they are called. */
const beside = new Map<string, Map<string, LastingService>>();

/**
 * Another process of the service on the same database and under the same public address, which the files of this
 * worker share too. It believes the proxies of `PROXIES`, plans are free there, and chats are stand-ins.
 */
export async function otherProcess(of: TestService): Promise<TestService> {
  const chats = await sharedSlack();
  const outside = { slackApi: slackApiOf(chats), teams: teamsOf(chats) };
  return await processBeside(of, 'other', { trustProxy: PROXIES, planChange: 'free', ...outside });
}

/** Loopback, where tests call from, and one that stands before it. */
const PROXIES = ['127.0.0.0/8', '192.0.2.1'];

/** Decisions of a key in a minute, on the strict process. */
export const FEW_EVENTS = 5;

/**
 * One more, where few decisions are admitted, sign-up ends with the first account, plans are paid for, and no mail
 * server is set.
 */
export async function strictProcess(of: TestService): Promise<TestService> {
  const { settings: stripe } = await sharedStripe();
  return await processBeside(of, 'strict', { eventsPerMinute: FEW_EVENTS, signup: 'first', stripe, mail: NO_MAIL });
}

const NO_MAIL = { smtp: null, folder: join(tmpdir(), 'svc-no-mail') };

async function processBeside(of: TestService, name: string, options: TestServiceOptions): Promise<TestService> {
  const { database, clock, baseUrl: publicUrl } = of;
  const processes = beside.get(database.name) ?? new Map<string, LastingService>();
  beside.set(database.name, processes);
  const service =
    processes.get(name) ?? (await startTestService({ ...options, publicUrl, clock, database: { ...database } }));
  processes.set(name, service);
  pagesAreOf(service.baseUrl, publicUrl);
  service.forgetLog();
  return { ...service, database, stop: async () => {} };
}

/** The database as one who sees the organizations that are made from now on, with no work left and no limit used up. */
async function viewOf(database: TestDatabase): Promise<TestDatabase> {
  await clear(database);
  const rows = await readRows<{ id: string }>(database, 'SELECT organization_id AS id FROM svc.organization_directory');
  return { ...database, unseen: rows.map(({ id }) => id), drop: async () => {} };
}

/**
 * Forgets work that waits, which would be done while other files run, and limits that are used up. Row-level security
 * does not keep these tables to a test.
 */
async function clear(database: TestDatabase): Promise<void> {
  for (const table of OF_EVERY_ORGANIZATION) await readRows(database, `DELETE FROM svc.${table}`);
}

const OF_EVERY_ORGANIZATION = [
  'webhook_outbox',
  'chat_outbox',
  'chat_requests',
  'chat_links',
  'notice_outbox',
  'waiting_notices',
  'notice_digests',
  'checkpoint_outbox',
  'mail_outbox',
  'billing_events',
  'organization_deletions',
  'invitation_directory',
  'rate_windows',
];
