// SPDX-License-Identifier: Apache-2.0
/** The data that is held about a member: by category with its entries, as a file, and of a person who is not there. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, click, idOf, openApp, refused, savedFiles, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const ADMIN = { id: idOf(3), isMember: true, name: 'Ana Admin', email: 'ana@acme.test', role: 'ADMIN' } as const;
const ADDED = { seq: 7, kind: 'member.added', role: 'ADMIN' } as const;
const region = (name: string) => page.getByRole('region', { name });

it('says by category what is held, hands it over as JSON, and leads to the entry', async () => {
  const files = savedFiles();
  await openApp(`/members/${ADMIN.id}`, {
    readHeldData: { person: ADMIN, roleChanges: { total: 1, items: [ADDED] } },
    verifyAudit: {},
  });
  await seen(page.getByRole('heading', { name: words.titleOf(ADMIN.name), level: 1 }));
  await seen(region(words.categories.reviews).getByText(words.none));
  await click(page.getByRole('button', { name: words.download }));
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['svc-held-data-2026-11-24.json']);
  const { person, roleChanges } = JSON.parse(files[0]?.text ?? '');
  expect([person.email, roleChanges.items]).toMatchObject([ADMIN.email, [ADDED]]);
  await click(region(words.categories.roleChanges).getByRole('link', { name: ADDED.kind }));
  await expect.poll(address).toBe(`/audit?open=${ADDED.seq}`);
});

it('says that there is no such person', async () => {
  await openApp(`/members/${idOf(9)}`, { readHeldData: refused('not_found') });
  await seen(page.getByRole('heading', { name: words.missingTitle, level: 1 }));
  await seen(page.getByRole('link', { name: words.missingAction }));
});
