/**
 * The service that the test files of a worker share, and an organization of one's own in it. The product keeps
 * organizations apart, and the tests live on that: what one file does is not seen by the next one.
 */
import { showOnDevices } from '../clock/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/index.ts';
import { freeNames, renewNames } from './names.ts';
import { acme } from './organizations.ts';
import { readRows } from './rows.ts';
import { type LastingService, startTestService, type TestService, type TestServiceOptions } from './start.ts';

export interface OrganizationOptions
  extends Pick<TestServiceOptions, 'signup' | 'planChange' | 'trustProxy' | 'eventsPerMinute' | 'stripe' | 'slackApi'> {
  /** Makes the text of a provisioning file under the names that are then free; by default `acme`. */
  provisioning?: () => string;
}

/**
 * One service for each set of options, which all files of this worker share, each with a database and a clock. The
 * clock shows the machine's time again whenever an organization is opened.
 */
const shared = new Map<string, Promise<LastingService>>();

function sharedService(options: TestServiceOptions): Promise<LastingService> {
  const key = JSON.stringify(options);
  const service = shared.get(key) ?? start(options);
  shared.set(key, service);
  return service;
}

async function start(options: TestServiceOptions): Promise<LastingService> {
  return await startTestService({ ...options, database: await createTestDatabase() });
}

/** @returns the shared service as this test sees it: with its own organizations, rows and log */
export async function openOrganization(options: OrganizationOptions = {}): Promise<TestService> {
  const { provisioning = acme, ...ofProcess } = options;
  return await open(await sharedService(ofProcess), provisioning);
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

/** Processes beside a shared service, by the name of its database and by their options. */
const beside = new Map<string, Map<string, LastingService>>();

type OtherProcessOptions = Omit<OrganizationOptions, 'provisioning'> & Pick<TestServiceOptions, 'publicUrl'>;

/** Another process of the service on the same database, which the files of this worker share too. */
export async function otherProcess(of: TestService, options: OtherProcessOptions = {}): Promise<TestService> {
  const { database, clock } = of;
  const processes = beside.get(database.name) ?? new Map<string, LastingService>();
  beside.set(database.name, processes);
  const key = JSON.stringify(options);
  const service = processes.get(key) ?? (await startTestService({ ...options, clock, database: { ...database } }));
  processes.set(key, service);
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
