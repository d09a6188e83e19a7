// SPDX-License-Identifier: Apache-2.0
/** The page of an event: how an allowed act went, the agent's own words and their erasure, and what was scanned. */
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { words } from '../../decision/act-words-en.ts';
import { words as portuguese } from '../../decision/act-words-pt-br.ts';
import { words as why } from '../../decision/why-words-en.ts';
import { type EventPart, WAITING_EVENT } from '../../stand-in/events.ts';
import {
  address,
  changing,
  click,
  DONE,
  dialog,
  gone,
  openApp,
  pressInDialog,
  refused,
  savedFiles,
  seen,
} from '../../stand-in/index.ts';
import { words as event } from './words-en.ts';

const CONTEXT = {
  purpose: 'Send <b>invoices</b> again',
  destinationName: 'Contabilidade Souza',
  session: 'chat:8841',
  link: 'https://tickets.example.com/OPS-4812',
} as const;
const DIGEST = `sha256:${'5c'.repeat(32)}`;
const APPROVED = {
  ...WAITING_EVENT,
  finalDecision: 'ALLOW',
  review: { status: 'APPROVED', expiresAt: '2026-11-25T12:00:00.000Z' },
  recordsAffected: 12,
  actionDigest: DIGEST,
} as const satisfies EventPart;
const redeemed = { status: 'REDEEMED', redeemableUntil: '2026-11-24T14:20:00.000Z' } as const;
const reported = { status: 'SUCCEEDED', recordsAffected: 12, source: 'REPORTED' } as const;
const at = '2026-11-24T11:02:00.000Z';

const detailOf = (changes: EventPart, audit: readonly { kind: string }[] = []) => ({
  readEventDetail: {
    event: { ...APPROVED, ...changes },
    review: { eventId: APPROVED.id, status: 'APPROVED' },
    audit: audit.map((entry, index) => ({ seq: index + 1, ...entry })),
  } as const,
  readEventWaysOut: {},
});
const open = (changes: EventPart, options = {}) => openApp(`/events/${APPROVED.id}`, detailOf(changes), options);
const says = () => page.getByRole('region', { name: words.says });
const told = (text: string) => seen(page.getByText(text, { exact: true }).first());

it.each([
  [
    'done once',
    { redemption: redeemed, outcome: { ...reported, reportedAt: at } },
    'Done once at 11:02 · 12 of 12 records',
  ],
  [
    'beyond what was stated',
    { redemption: redeemed, outcome: { ...reported, recordsAffected: 340, exceedsStated: true } },
    'Did 340, stated 12',
  ],
  [
    'after its time',
    {
      redemption: { ...redeemed, status: 'LAPSED', redeemableUntil: at },
      outcome: { ...reported, recordsAffected: null, reportedAt: at },
    },
    'Ran after its approval had lapsed',
  ],
  ['not at all', { redemption: { ...redeemed, status: 'LAPSED' } }, 'Lapsed unused'],
  ['without a report', { redemption: redeemed, outcomeMissing: true }, 'Redeemed, outcome missing'],
  [
    'no one knows how',
    { redemption: redeemed, outcome: { ...reported, status: 'UNKNOWN', recordsAffected: null } },
    words.unknown,
  ],
] as const)('tells beside the verdict that an act was run %s', async (_, changes, text) => {
  await open(changes);
  await told(text);
});

it('counts down the time in which an act can be run, in the language of the person, and ends by itself', async () => {
  const until = '2026-11-24T14:20:00.000Z';
  const isOpen = { redemption: { status: 'OPEN', redeemableUntil: until } } as const;
  await open(isOpen, { language: 'pt-BR' });
  await seen(page.getByText('Válida até 14:20'));
  await seen(page.getByText(portuguese.left('2 h 20')));
  await open(isOpen);
  await seen(page.getByText(words.open('14:20')));
  vi.setSystemTime('2026-11-24T13:38:00.000Z');
  await seen(page.getByText(words.left('42 min')));
  vi.setSystemTime(until);
  await told(words.lapsed);
});

it('sets the words of the agent apart, as text, with a link that shows its host and says nothing of us', async () => {
  const service = await open({ context: CONTEXT });
  service.answer({ listEvents: { items: [] } });
  await seen(says().getByText(CONTEXT.purpose));
  await seen(says().getByText(CONTEXT.destinationName));
  const link = says().getByRole('link', { name: 'tickets.example.com' });
  await expect.element(link).toHaveAttribute('href', CONTEXT.link);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  expect((says().element() as HTMLElement).innerText).not.toContain('OPS-4812');
  await seen(page.getByText(DIGEST));
  await click(says().getByRole('link', { name: CONTEXT.session }));
  await expect.poll(address).toBe('/events?session=chat%3A8841');
  await expect.poll(() => service.last('listEvents')?.query).toMatchObject({ session: CONTEXT.session });
});

it('erases the words by field, or all of them, and says so after it', async () => {
  const left = { session: CONTEXT.session, link: CONTEXT.link };
  const erased = (context: NonNullable<EventPart['context']> | null) =>
    detailOf({ context }, [{ kind: 'event.context_erased' }]);
  const service = await open({ context: CONTEXT });
  service.answer({ eraseEventContext: changing(DONE, erased(left)) });
  await click(says().getByRole('button', { name: words.erase.action }));
  for (const field of ['session', 'link'] as const) {
    await click(dialog().getByRole('checkbox', { name: words.fields[field] }));
  }
  await pressInDialog(words.erase.confirm);
  await seen(says().getByText(words.erasedPart));
  expect(service.last('eraseEventContext')?.body).toEqual({ fields: ['purpose', 'destinationName'] });
  service.answer({ eraseEventContext: changing(DONE, erased(null)) });
  await click(says().getByRole('button', { name: words.erase.action }));
  await pressInDialog(words.erase.confirm);
  await seen(says().getByText(words.erased));
  expect(service.last('eraseEventContext')?.body).toEqual({});
  await gone(says().getByRole('button', { name: words.erase.action }));
});

it('leaves the words as they are for a member', async () => {
  await open({ context: CONTEXT }, { role: 'MEMBER' });
  await seen(says().getByText(CONTEXT.purpose));
  expect(says().getByRole('button').elements()).toEqual([]);
});

it('says whether anything was scanned', async () => {
  const found = () => page.getByRole('region', { name: why.findings });
  await open({ contentScanned: false });
  await seen(found().getByText(words.nothingSent));
  await open({ contentScanned: true });
  await seen(found().getByText(why.nothingFound));
  await open({ contentScanned: null });
  await seen(found().getByText(words.scanUnknown));
});

it('makes the answer to the person, as it was chosen, and remembers where people are to write', async () => {
  const files = savedFiles();
  const service = await open({ context: CONTEXT });
  service.answer({ exportLgpdAnswer: '<!doctype html>' });
  await click(page.getByRole('button', { name: event.answer.button }));
  const contact = dialog().getByRole('textbox', { name: event.answer.contact });
  await contact.fill(' dpo@acme.test ');
  await dialog().getByRole('combobox', { name: event.answer.language }).selectOptions('pt-BR');
  await click(dialog().getByRole('checkbox', { name: event.answer.session(CONTEXT.session) }));
  await pressInDialog(event.answer.act);
  await gone(dialog());
  expect(service.last('exportLgpdAnswer')).toMatchObject({
    params: { id: APPROVED.id },
    query: { language: 'pt-BR', format: 'html', contact: 'dpo@acme.test', session: 'true' },
  });
  expect(files).toEqual([{ name: expect.any(String), text: '<!doctype html>' }]);
  await click(page.getByRole('button', { name: event.answer.button }));
  await expect.element(contact).toHaveValue('dpo@acme.test');
  service.answer({ exportLgpdAnswer: refused('rate_limited', { retryAfterSeconds: 60 }) });
  await pressInDialog(event.answer.act);
  await seen(dialog().getByRole('alert'));
  expect(files).toHaveLength(1);
});

it('offers no answer about a session that the agent did not name, none of a test key, and none to members', async () => {
  await open({ context: { purpose: CONTEXT.purpose } });
  await click(page.getByRole('button', { name: event.answer.button }));
  await seen(dialog().getByRole('textbox', { name: event.answer.contact }));
  expect(dialog().getByRole('checkbox').elements()).toEqual([]);
  await open({ sandbox: true });
  await seen(page.getByText(why.test));
  expect(page.getByRole('button', { name: event.answer.button }).elements()).toEqual([]);
  await open({ context: CONTEXT }, { role: 'MEMBER' });
  await seen(says().getByText(CONTEXT.purpose));
  expect(page.getByRole('button', { name: event.answer.button }).elements()).toEqual([]);
});
