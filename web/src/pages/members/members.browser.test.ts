// SPDX-License-Identifier: Apache-2.0
/** The members of an organization: what each role may change of whom, and why not. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as decision } from '../../decision/words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  drawer,
  gone,
  hold,
  idOf,
  keys,
  me,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

/** The person of the tests has the id 0. */
const OLIVIA = { id: idOf(5), name: 'Olivia Owner', email: 'other@acme.test', role: 'OWNER' } as const;
const ANA = { id: idOf(0), name: 'Ana Admin', email: 'ana@acme.test', role: 'ADMIN' } as const;
const MIA = { id: idOf(3), name: 'Mia Member', email: 'mia@acme.test', role: 'MEMBER' } as const;
const ALL = { listMembers: { items: [OLIVIA, ANA, MIA] }, listInvitations: {}, readMadeByMember: {} };
const link = (name: string) => page.getByRole('link', { name });

it('invites a person, and says at its field what is wrong with the address', async () => {
  const invitation = { email: 'rui@new.test', role: 'ADMIN' } as const;
  const service = await openApp('/members', {
    ...ALL,
    createInvitation: refused('validation_error', { fields: { email: 'must be an e-mail address' } }),
  });
  await seen(link(MIA.name));
  await keys('c');
  const address = dialog().getByRole('textbox', { name: words.inviteEmail });
  await address.fill('nobody');
  await keys('{Enter}');
  await seen(dialog().getByText(words.badEmail));
  service.answer({ createInvitation: changing(invitation, { listInvitations: { items: [invitation] } }) });
  await address.fill(invitation.email);
  await dialog().getByRole('combobox', { name: words.role }).selectOptions('ADMIN');
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.invited(invitation.email)));
  await seen(page.getByRole('region', { name: words.invitations }).getByText(invitation.email));
  expect(service.last('createInvitation')?.body).toEqual(invitation);
});

it('a role changes, and a held button removes; other owners are explained', async () => {
  const admin = { ...MIA, role: 'ADMIN' } as const;
  const service = await openApp(
    '/members',
    {
      ...ALL,
      updateMember: changing(admin, { listMembers: { items: [OLIVIA, ANA, admin] } }),
      removeMember: changing(DONE, { listMembers: { items: [OLIVIA, ANA] } }),
    },
    { role: 'ADMIN' },
  );
  await click(link(OLIVIA.name));
  await seen(drawer().getByText(words.ownersOnly));
  await expect
    .element(drawer().getByRole('link', { name: words.held }))
    .toHaveAttribute('href', `/app/members/${OLIVIA.id}`);
  await click(link(MIA.name));
  await click(drawer().getByRole('button', { name: words.changeRole }));
  const roles = dialog().getByRole('combobox', { name: words.role });
  await seen(roles);
  // Only an owner makes owners.
  expect([...(roles.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['ADMIN', 'MEMBER']);
  await roles.selectOptions('ADMIN');
  await pressInDialog(words.save);
  await seen(page.getByText(words.roleChanged));
  expect(service.last('updateMember')).toMatchObject({ params: { id: MIA.id }, body: { role: 'ADMIN' } });
  await click(drawer().getByRole('button', { name: words.remove, exact: true }));
  await hold(words.confirmRemove);
  await seen(page.getByText(words.removed));
  await gone(link(MIA.name));
  expect(service.last('removeMember')?.params).toEqual({ id: MIA.id });
});

it('the last owner is told why nothing can be changed', async () => {
  await openApp('/members', {
    listInvitations: {},
    listMembers: ({ query }) => ({ items: query.role === 'OWNER' ? [OLIVIA] : [OLIVIA, MIA] }),
  });
  await click(link(OLIVIA.name));
  await seen(drawer().getByText(words.lastOwner));
});

it('a member reads, may leave, and sees no change to make', async () => {
  const self = { ...ANA, role: 'MEMBER' } as const;
  await openApp('/members', { ...ALL, listMembers: { items: [OLIVIA, self, MIA] } }, { role: 'MEMBER' });
  await click(link(MIA.name));
  await seen(drawer().getByText(decision.roles.MEMBER, { exact: false }).first());
  for (const name of [words.invite, words.changeRole, words.remove]) {
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  }
  await click(link(self.name));
  await seen(drawer().getByRole('button', { name: words.leave }));
});

it('without a mail server the link is shown once, for a new invitation and for another link', async () => {
  const invitation = { id: idOf(9), email: 'rui@new.test', role: 'MEMBER' } as const;
  const links = ['https://svc.test/app/invitation#token=one', 'https://svc.test/app/invitation#token=two'] as const;
  await openApp('/members', {
    ...ALL,
    readMe: me({ mail: false }),
    createInvitation: changing({ ...invitation, link: links[0] }, { listInvitations: { items: [invitation] } }),
    resendInvitation: { ...invitation, link: links[1] },
  });
  await seen(link(MIA.name));
  await keys('c');
  await seen(dialog().getByText(words.inviteByHand));
  await dialog().getByRole('textbox', { name: words.inviteEmail }).fill(invitation.email);
  await pressInDialog(words.makeLink);
  await expect.element(dialog().getByRole('textbox', { name: words.link })).toHaveValue(links[0]);
  await seen(dialog().getByText(words.linkText, { exact: false }));
  await dialog().getByRole('checkbox', { name: words.linkStored }).click();
  await pressInDialog(ui.secret.done);
  await seen(page.getByText(words.invitedByHand(invitation.email)));
  expect(page.getByText(words.invited(invitation.email)).elements()).toEqual([]);
  await click(page.getByRole('button', { name: words.newLinkFor(invitation.email) }));
  await expect.element(dialog().getByRole('textbox', { name: words.link })).toHaveValue(links[1]);
});

it('says before a removal which keys and webhooks go on, and leads to them', async () => {
  const made = {
    apiKeys: { total: 101, items: [{ id: idOf(7), name: 'deploys', prefix: 'svc_live_ab' }] },
    webhooks: { total: 1, items: [{ id: idOf(8), url: 'https://siem.example/in' }] },
  };
  await openApp('/members', { ...ALL, readMadeByMember: made });
  await click(link(ANA.name));
  await click(drawer().getByRole('button', { name: words.changeRole }));
  await seen(dialog().getByText(words.goesOn));
  await keys('{Escape}');
  await click(link(OLIVIA.name));
  await click(drawer().getByRole('button', { name: words.remove }));
  const key = dialog().getByRole('link', { name: words.keyOf('deploys') });
  await expect.element(key).toHaveAttribute('href', `/app/api-keys?open=${idOf(7)}`);
  const webhook = dialog().getByRole('link', { name: 'https://siem.example/in' });
  await expect.element(webhook).toHaveAttribute('href', `/app/webhooks?webhook=${idOf(8)}`);
  await seen(dialog().getByText(words.more(100)));
});

it.each([
  ['en', words],
  ['pt-BR', portuguese],
] as const)('says in %s before one leaves which of the own keys and webhooks go on', async (language, told) => {
  const made = {
    apiKeys: { total: 1, items: [{ id: idOf(7), name: 'deploys', prefix: 'svc_live_ab' }] },
    webhooks: { total: 1, items: [{ id: idOf(8), url: 'https://siem.example/in' }] },
  };
  const service = await openApp('/members', { ...ALL, readMadeByMember: made }, { role: 'ADMIN', language });
  await click(link(ANA.name));
  await click(drawer().getByRole('button', { name: told.leave }));
  await seen(dialog().getByText(told.goesOnOfYours));
  await seen(dialog().getByRole('link', { name: told.keyOf('deploys') }));
  await seen(dialog().getByRole('link', { name: 'https://siem.example/in' }));
  expect(service.last('readMadeByMember')?.params).toEqual({ id: ANA.id });
});
