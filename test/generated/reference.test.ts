// SPDX-License-Identifier: Apache-2.0
/** The reference is written from the code. `npm run generate` writes it, and every other run fails on a difference. */
import { exportSchemas, openApiDocument, policyFileSchema } from '@svc/contract';
import * as limits from '@svc/contract/limits';
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { PROCESSING_RECORD } from '../../server/src/lifecycle/data-rights/processing-record.ts';
import { VARIABLES } from '../../server/src/platform/config/variables.ts';
import { SHARED_PLACES, type SharedPlace } from '../../server/src/platform/shares/index.ts';
import { AUDIT_KINDS } from '../../server/src/record/audit/kinds.ts';
import { DISTRICTS, headerOf } from '../tidy/districts.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';
import { ALL_TASKS, TOLD_TASKS, tableOfTasks } from './periodic-tasks-table.ts';
import { dumpSchema } from './schema-dump.ts';

const reference = (name: string): string => `${ROOT}/docs/reference/${name}`;
const WRITTEN = 'Written from the code by `npm run generate`; edits here are lost.';

it('lists the environment variables', async () => {
  const rows = Object.values(VARIABLES).map(
    ({ name, defaultText, meaning, isSecret }) =>
      `| \`${name}\` | ${defaultText} | ${meaning}${isSecret ? ` Or \`${name}_FILE\`.` : ''} |`,
  );
  const files = [
    'A variable with a `_FILE` may stand in a file instead, whose path that variable gives, without white space around it.',
    'A name that begins with `SVC_` and is not in this table is a warning at the start.',
  ];
  const text = [
    '# Configuration',
    '',
    WRITTEN,
    '',
    ...files,
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ];
  await expect(text.join('\n')).toMatchFileSnapshot(reference('configuration.md'));
});

it('lists the limits, with the comment of each', async () => {
  const source = readRepositoryFile('contract/src/limits.ts');
  const rows = Object.entries(limits).map(([name, value]) => {
    const comment = new RegExp(`/\\*\\* ([^\\n]*) \\*/\\nexport const ${name}\\b`).exec(source)?.[1] ?? '';
    return `| \`${name}\` | ${value.toLocaleString('en')} | ${comment} |`;
  });
  const head = ['# Limits', '', WRITTEN, '', '| Limit | Value | Note |', '|---|---|---|'];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot(reference('limits.md'));
});

it('lists the rooms of the server by district', async () => {
  const sections = Object.entries(DISTRICTS).flatMap(([district, rooms]) => [
    `## ${district}`,
    '',
    '| Room | From its header |',
    '|---|---|',
    ...rooms.map((room) => `| \`${room}\` | ${headerOf(`${district}/${room}`).replaceAll('|', '\\|')} |`),
    '',
  ]);
  const head = [
    '# Rooms of the server',
    '',
    WRITTEN,
    '',
    'Districts and rooms stand in their order, from the lowest: each imports only what stands before it.',
    '',
  ];
  await expect([...head, ...sections].join('\n')).toMatchFileSnapshot(reference('rooms.md'));
});

it('lists the places that all organizations share', async () => {
  const shown = (count: number) => (Number.isFinite(count) ? count.toLocaleString('en') : 'no bound');
  const rows = Object.values(SHARED_PLACES).map((place: SharedPlace) => {
    const { what, sharedBy, atOnceMax, atOnceText, keptMax, perHolderMax, slow, waitingMax, beyond } = place;
    const all = atOnceText ?? shown(atOnceMax);
    const ofEach =
      atOnceText === undefined ? `${shown(perHolderMax)}, free plan ${shown(Math.ceil(perHolderMax / 2))}` : 'as all';
    const slowPart = slow === undefined ? '-' : `${shown(slow.atOnceMax)}, after ${slow.afterMs / 1_000} s`;
    const waiting = waitingMax === 0 ? '-' : `${shown(waitingMax)}; ${shown(place.waitingPerHolderMax)}`;
    const cells = [
      what,
      sharedBy,
      all,
      sharedBy === 'organization' || atOnceText !== undefined ? ofEach : shown(perHolderMax),
      shown(keptMax),
    ];
    return `| ${[...cells, slowPart, waiting, beyond].join(' | ')} |`;
  });
  const head = [
    '# Shared places',
    '',
    WRITTEN,
    '',
    'Everything that the organizations of one process share has a bound and shares. A holder is an organization. While',
    'they are on the free plan (DEVELOPER), all organizations of one person are one holder, and so are those of all people',
    'who signed up from one address; an IPv6 address counts by its /48. The last places are kept for holders with nothing',
    'under way, so that the next free place is always for a newcomer. A holder whose last work took long is slow for a',
    'minute: all slow ones together have a part of the places. In a line holders rotate, and a full line gives up the',
    'newest work of the holder who has most in it.',
    '',
    '| Work | Holder | At once | Of one holder | Kept | Slow part | Waiting: in all; of one holder | Beyond |',
    '|---|---|---|---|---|---|---|---|',
  ];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot(reference('shared-places.md'));
});

it('lists the kinds of audit entries with the fields of their metadata', async () => {
  const rows = Object.entries(AUDIT_KINDS).map(([kind, { meaning, fields, optional }]) => {
    const sometimes = Object.entries(optional ?? {}).map(([field, when]) => `\`${field}\` (${when})`);
    const listed = [...fields].sort().map((field) => `\`${field}\``);
    return `| \`${kind}\` | ${meaning} | ${[...listed, ...sometimes].join(', ')} |`;
  });
  const head = [
    '# Audit entries',
    '',
    WRITTEN,
    '',
    'An entry is `{ seq, organizationId, at, kind, actor, subject, metadata, prevHash, hash }`. `actor` is',
    '`{ type: user | key | system, id }`, `subject` is `{ type, id }`: ids, never an e-mail address or the ' +
      'name of a person.',
    '`hash` is the lower-case hex SHA-256 of the canonical JSON (RFC 8785) of the other fields; `prevHash` is' +
      ' the hash of',
    'the entry before, 64 zeros for the first. `source` says where a change came from: `policies-as-code`,',
    '`provisioning`, `app`. `before` and `after` hold the values of a record: whole when it was made or deleted, else the',
    'fields that changed. A secret stands there as `changed`, and so does an address that may hold one.',
    '',
    'Each decision follows from the entries before it, and can be [decided again](../guides/decide-again.md): from the',
    'organization, agents, resources, keys, policies and anomalies that they tell. A decision of a later edition of the',
    'tables will name it as `edition`; without one it is of the first.',
    '',
    '| Kind | Meaning | Metadata |',
    '|---|---|---|',
  ];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot(reference('audit-entries.md'));
});

it('lists the periodic tasks for operators', async () => {
  expect(ALL_TASKS.map(({ name }) => name).sort()).toEqual([...TOLD_TASKS].sort());
  const page = readRepositoryFile('docs/operating/running.md');
  const text = page.replace(/(?<=\n)\| Task \| Every \| Does \|\n(\|.*\n)+/, () => `${tableOfTasks()}\n`);
  expect(text).toContain(tableOfTasks());
  await expect(text).toMatchFileSnapshot(`${ROOT}/docs/operating/running.md`);
});

it('holds the contract document', async () => {
  const document = `${JSON.stringify(openApiDocument('http://127.0.0.1:4000'), null, 2)}\n`;
  await expect(document).toMatchFileSnapshot(reference('openapi.json'));
});

it('holds the schema of policy files, for editors and for the command line', async () => {
  const text = `${JSON.stringify({ $comment: WRITTEN, ...policyFileSchema() }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(reference('policy-file.schema.json'));
  await expect(text).toMatchFileSnapshot(`${ROOT}/cli/policy-file.schema.json`);
});

it('holds the record of processing', async () => {
  const rows = PROCESSING_RECORD.map(({ data, of, purpose, kept, tables }) => {
    return `| ${data} | ${of} | ${purpose} | ${kept} | ${tables.map((table) => `\`${table}\``).join(', ')} |`;
  });
  const head = [
    '# Personal data: record of processing',
    '',
    WRITTEN,
    '',
    'What the service keeps about people, for the record that LGPD (article 37) asks of a controller and an operator. The',
    'content that agents send is scanned in memory and never kept. [Your data](../guides/data-rights.md) says how a person',
    'takes data along and deletes them. Backups keep deleted data for up to 30 days.',
    '',
    '| Data | Of | What for | Kept | Tables |',
    '|---|---|---|---|---|',
  ];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot(reference('processing-record.md'));
});

it('holds the schemas of exported files', async () => {
  for (const [name, schema] of Object.entries(exportSchemas())) {
    const text = `${JSON.stringify({ $comment: WRITTEN, ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(reference(`${name}.schema.json`));
  }
});

it('holds the schema of the database as the catalog tells it', async () => {
  const { connectionString } = await openEmptyDatabase();
  await expect(await dumpSchema(connectionString)).toMatchFileSnapshot(reference('schema.sql'));
});
