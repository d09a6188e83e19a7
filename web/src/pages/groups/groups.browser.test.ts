// SPDX-License-Identifier: Apache-2.0
/** Groups: added and renamed at their page, filled at the page of a member, and named in a policy. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  changing,
  click,
  DONE,
  dialog,
  drawer,
  hold,
  idOf,
  keys,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as member } from '../members/words-en.ts';
import { words } from './words-en.ts';

const AT = '2026-11-24T12:00:00.000Z';
const DPO = {
  id: idOf(1),
  name: 'dpo',
  source: 'APP',
  claimValue: null,
  members: 2,
  createdAt: AT,
  updatedAt: AT,
} as const;
const LEGAL = { ...DPO, id: idOf(2), name: 'legal', source: 'SCIM', members: 0 } as const;
const MIA = { id: idOf(3), name: 'Mia Member', email: 'mia@acme.test', role: 'MEMBER', groups: ['dpo'] } as const;
const link = (name: string) => page.getByRole('link', { name });

it('adds a group, and says at its field that a name is taken', async () => {
  const service = await openApp('/groups', {
    listGroups: { items: [] },
    createGroup: refused('conflict', { conflict: { reason: 'NAME_TAKEN' } }),
  });
  await seen(page.getByText(words.emptyTitle));
  await keys('c');
  const name = dialog().getByRole('textbox', { name: words.name });
  await name.fill('dpo');
  await keys('{Enter}');
  await seen(dialog().getByText(words.nameTaken));
  service.answer({ createGroup: changing(DPO, { listGroups: { items: [DPO] } }) });
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.added('dpo')));
  expect(service.last('createGroup')?.body).toEqual({ name: 'dpo' });
  await seen(drawer().getByText(words.addPeople));
});

it('changes and deletes a group; one of the directory is changed there', async () => {
  const renamed = { ...DPO, name: 'privacy' } as const;
  const service = await openApp('/groups', {
    listGroups: { items: [DPO, LEGAL] },
    updateGroup: changing(renamed, { listGroups: { items: [renamed, LEGAL] } }),
    deleteGroup: changing(DONE, { listGroups: { items: [LEGAL] } }),
  });
  await click(link('legal'));
  await seen(drawer().getByText(words.fromDirectory));
  expect(drawer().getByRole('button', { name: words.change }).query()).toBeNull();
  await click(link('dpo'));
  await expect
    .element(drawer().getByRole('link', { name: words.see }))
    .toHaveAttribute('href', '/app/members?group=dpo');
  await click(drawer().getByRole('button', { name: words.change }));
  await dialog().getByRole('textbox', { name: words.name }).fill('privacy');
  await pressInDialog(words.save);
  await seen(page.getByText(words.changed));
  expect(service.last('updateGroup')).toMatchObject({ params: { id: DPO.id }, body: { name: 'privacy' } });
  await click(drawer().getByRole('button', { name: words.remove }));
  await hold(words.remove);
  await seen(page.getByText(words.removed));
});

it('a member is put into groups whose people are chosen here', async () => {
  const ops = { ...DPO, id: idOf(4), name: 'ops', members: 0 } as const;
  const service = await openApp('/members', {
    listMembers: { items: [MIA] },
    listInvitations: {},
    listGroups: { items: [DPO, LEGAL, ops] },
    updateGroup: changing(ops, { listMembers: { items: [{ ...MIA, groups: ['dpo', 'ops'] }] } }),
  });
  await click(link(MIA.name));
  await click(drawer().getByRole('button', { name: member.changeGroups }));
  await seen(dialog().getByRole('checkbox', { name: 'dpo' }));
  expect(dialog().getByRole('checkbox', { name: 'legal' }).query()).toBeNull();
  await click(dialog().getByRole('checkbox', { name: 'ops' }));
  await pressInDialog(member.saveGroups);
  await seen(page.getByText(member.groupsChanged));
  expect(service.last('updateGroup')).toMatchObject({ params: { id: ops.id }, body: { add: [MIA.id] } });
  await seen(drawer().getByText('dpo, ops'));
});
