// SPDX-License-Identifier: Apache-2.0
/** A service of its own with an archive in a folder, and an organization whose signed audit entries are old. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createEgress } from '../../../server/src/outgoing/egress/index.ts';
import { type ArchiveStore, createArchive, openArchive } from '../../../server/src/record/archive/index.ts';
import { archiveEntries } from '../../../server/src/record/audit/index.ts';
import { noteArchiving } from '../../../server/src/storage/schema/archiving.ts';
import { TestClock } from '../clock/index.ts';
import { ACME, call, type LastingService, PLAIN_ACTION, startTestService } from '../service/index.ts';
import { readRows } from '../service/rows.ts';
import { acmeWithPeople } from '../service/sessions.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
const SILENT = { error: () => {} };
const never = new AbortController().signal;

export interface ArchiveService {
  service: LastingService;
  /** The organization. */
  id: string;
  /** Its first decision. */
  eventId: string;
  folder: string;
  /** A file of the organization's archive. */
  placeOf(path: string): string;
  sql(text: string, values?: unknown[]): ReturnType<typeof readRows>;
  /** The archive as another process would open it: without what was read before. */
  opened(): ReturnType<typeof openArchive>;
  /** Says whether entries may leave, as a start does. */
  turnOn(afterDays: number | null): Promise<void>;
  /** One run. @param store in place of the folder */
  archive(options?: { bundlesMax?: number }, store?: ArchiveStore): Promise<number>;
  archivedBundles(): Promise<number>;
  decide(at: number): ReturnType<typeof call>;
  stop(): Promise<void>;
}

/** @param decisions of 100 days ago; then the clock is right again */
export async function startArchiveService(decisions: number): Promise<ArchiveService> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-archive-'));
  const clock = TestClock.standingAt(Date.now() - 100 * DAY_MS);
  const service = await startTestService({
    provisioning: acmeWithPeople(),
    clock,
    auditArchive: { kind: 'folder', folder },
  });
  const { pool, checkpoints } = service.app;
  const sql: ArchiveService['sql'] = (text, values = []) => readRows(service.database, text, values);
  const [acme] = await sql('SELECT organization_id AS id FROM svc.organizations WHERE name = $1', [ACME]);
  const id: string = acme?.id;
  const decide = (at: number) =>
    call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, destination: 'INTERNAL', recordsAffected: at } });
  let eventId = '';
  for (let count = 0; count < decisions; count += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => decide(count + at)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    eventId ||= String(answers[0]?.body.id);
    if (count % (4 * AT_ONCE) === 0) await checkpoints.cover(id);
    clock.move('1h');
  }
  await checkpoints.cover(id);
  clock.move('100d');
  const egress = createEgress({ allow: [] });
  const opened = () => openArchive({ kind: 'folder', folder }, { clock, egress, log: SILENT });
  return {
    service,
    id,
    eventId,
    folder,
    placeOf: (path) => join(folder, id, path),
    sql,
    opened,
    turnOn: (afterDays) => noteArchiving({ connectionString: service.database.connectionString }, afterDays),
    archive: (options = {}, store) =>
      archiveEntries(
        { pool, archive: store === undefined ? opened() : createArchive(store, SILENT), checkpoints },
        never,
        options,
      ),
    async archivedBundles() {
      const [row] = await sql(
        'SELECT archived_bundles::int AS n FROM svc.audit_checkpoint_heads WHERE organization_id = $1',
        [id],
      );
      return row?.n;
    },
    decide,
    async stop() {
      await service.stop();
      await egress.close();
      await rm(folder, { recursive: true });
    },
  };
}
