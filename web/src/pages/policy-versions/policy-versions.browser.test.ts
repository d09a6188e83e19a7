// SPDX-License-Identifier: Apache-2.0
/** The versions of the policies: what each changed, the way back to it, and long names on a phone. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as loosening } from '../../policy/loosening/words-en.ts';
import { changing, click, DONE, gone, idOf, openApp, pressInDialog, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const LATER = { number: 2, created: 1 } as const;
const FIRST = { number: 1, updated: 1 } as const;
const fields = [{ field: 'decision', before: 'REVIEW', after: 'BLOCK' }];
const change = { op: 'update', name: 'Bulk exports', fields } as const;
const VERSIONS = {
  listPolicyVersions: { items: [LATER, FIRST], current: 2 },
  readPolicyVersion: ({ params }: { params: Readonly<Record<string, string>> }) =>
    params.number === '1' ? { ...FIRST, changes: [change] } : { ...LATER, isCurrent: true },
};

it('shows what a version changed, hands out its file, and restores it once it is confirmed', async () => {
  const restored = { number: 3, updated: 1 } as const;
  const service = await openApp('/policies/versions', {
    ...VERSIONS,
    comparePolicies: {
      complete: true,
      changes: [
        {
          kind: 'looser',
          from: { decision: 'BLOCK', approverRoles: [] },
          to: { decision: 'ALLOW', approverRoles: [] },
          exact: true,
          areas: [],
        },
      ],
    },
    restorePolicyVersion: changing(
      { version: 3, changes: [{ op: 'update' }] },
      { listPolicyVersions: { items: [restored, LATER, FIRST], current: 3 } },
    ),
  });
  await seen(page.getByRole('heading', { name: words.version('2') }));
  expect(page.getByRole('button', { name: words.restore }).elements()).toEqual([]);
  await click(page.getByRole('link', { name: words.version('1') }));
  const changed = page.getByRole('region', { name: change.name });
  await seen(changed.getByText(words.ops.update));
  await seen(changed.getByText('REVIEW'));
  await seen(changed.getByText('BLOCK'));
  const file = page.getByRole('link', { name: words.export });
  await expect.element(file).toHaveAttribute('download');
  await expect.element(file).toHaveAttribute('href', expect.stringMatching(/\/policies\/export\?version=1$/));
  await click(page.getByRole('button', { name: words.restore }));
  await seen(page.getByRole('dialog').getByText(words.restoreTitle('1')));
  await seen(page.getByRole('dialog').getByText(loosening.lead));
  expect(service.last('comparePolicies')?.body).toEqual({ version: 1 });
  expect(service.calls('restorePolicyVersion')).toEqual([]);
  await page.getByRole('dialog').getByRole('textbox', { name: loosening.note }).fill('The change was a mistake');
  await pressInDialog(words.restore);
  await seen(page.getByText(words.restored('3')));
  expect(service.last('restorePolicyVersion')).toMatchObject({
    params: { number: '1' },
    body: { current: 2, note: 'The change was a mistake' },
  });
});

it('shows a version with long names and values whole, at the width of a phone', async () => {
  const long = 'x'.repeat(110);
  await openApp(
    '/policies/versions',
    {
      listPolicyVersions: { items: [LATER], current: 2 },
      readPolicyVersion: {
        ...LATER,
        isCurrent: true,
        changes: [{ op: 'create', name: long, fields: [{ field: 'description', before: null, after: long }] }],
        changesTotal: 1,
        policies: [{ id: idOf(1), name: long, enabled: true }],
      },
    },
    { isPhone: true },
  );
  await click(page.getByRole('link', { name: words.inForce }));
  const name = page.getByRole('heading', { level: 3 }).getByRole('link', { name: long });
  const value = page.getByRole('definition').getByText(long);
  for (const text of [name, value, page.getByRole('listitem').getByText(long)]) {
    await seen(text);
    const { scrollWidth, clientWidth, offsetWidth } = text.element() as HTMLElement;
    expect(scrollWidth).toBeLessThanOrEqual(Math.max(clientWidth, offsetWidth));
  }
  expect(document.documentElement.scrollWidth).toBe(window.innerWidth);
  const tabs = [...document.querySelectorAll<HTMLElement>('[data-tab-bar] [aria-current]')];
  expect(tabs.map(({ innerText }) => innerText)).toEqual(['More']);
});

it('shows why a version was made, and erases it', async () => {
  const noted = { ...LATER, isCurrent: true, note: 'Ana asked for it' } as const;
  await openApp('/policies/versions', {
    ...VERSIONS,
    readPolicyVersion: noted,
    erasePolicyNote: changing(DONE, { readPolicyVersion: { ...noted, note: null } }),
  });
  await seen(page.getByText('Ana asked for it'));
  await click(page.getByRole('button', { name: words.eraseNote }));
  await seen(page.getByText(words.noteErased));
  await gone(page.getByText('Ana asked for it'));
});
