// SPDX-License-Identifier: Apache-2.0
/** The list of decisions tells how allowed acts went, and finds them by it. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as acts } from '../../decision/act-words-en.ts';
import { words as list } from '../../list/page-words-en.ts';
import { plainEvents, WAITING_EVENT } from '../../stand-in/events.ts';
import { address, click, filters, focus, gone, idOf, keys, openApp, rows, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const redemption = { status: 'REDEEMED', redeemableUntil: '2026-11-24T14:20:00.000Z' } as const;
const approved = { ...WAITING_EVENT, finalDecision: 'ALLOW', review: { status: 'APPROVED' } } as const;
const outcome = { status: 'SUCCEEDED', recordsAffected: 12 } as const;
const EVENTS = [
  { ...approved, id: idOf(901), redemption: { ...redemption, status: 'OPEN' } },
  { ...approved, id: idOf(902), redemption, outcome },
  { ...approved, id: idOf(903), redemption, outcome: { ...outcome, exceedsStated: true } },
  // An ALLOW that no person was asked for is the ground.
  ...plainEvents(1).map((event) => ({ ...event, redemption: { ...redemption, status: 'LAPSED' as const } })),
] as const;

const textOf = (index: number) => rows()[index]?.innerText.replaceAll(/\s+/g, ' ') ?? '';

it('has one word for how an act went after its outcome, on a phone too', async () => {
  for (const isPhone of [false, true]) {
    await openApp('/events', { listEvents: { items: EVENTS } }, isPhone ? { isPhone } : { width: 1_440 });
    await expect.poll(() => rows().length).toBe(EVENTS.length);
    const { open, done, exceeded, lapsed } = acts.marks;
    await expect.poll(() => textOf(0)).toContain(`Approved ${open}`);
    await expect.poll(() => textOf(1)).toContain(`Approved ${done}`);
    await expect.poll(() => textOf(2)).toContain(`Approved ${exceeded}`);
    expect(textOf(3)).not.toContain(lapsed);
  }
});

it('finds acts by redemption, outcome, what is missing or beyond, what was scanned, and session', async () => {
  const service = await openApp('/events', { listEvents: { items: EVENTS } });
  await expect.poll(() => rows().length).toBe(EVENTS.length);
  const menu = page.getByRole('dialog', { name: list.filterBy });
  const choose = async (field: string, value: string) => {
    await keys('f');
    await click(menu.getByRole('button', { name: list.fields[field] ?? field, exact: true }));
    await click(menu.getByRole('button', { name: value, exact: true }));
    await gone(menu);
  };
  const { values } = words;
  await choose('redemption', values.redemption.LAPSED);
  await choose('outcome', values.outcome.UNKNOWN);
  await choose('exceeds', values.exceeds.true);
  await choose('missing', values.missing.true);
  await choose('scanned', values.scanned.false);
  await keys('f');
  await click(menu.getByRole('button', { name: list.fields.session ?? '' }));
  await focus(menu.getByRole('combobox', { name: list.fields.session ?? '' }));
  await keys('chat-8841{Enter}');
  await expect.poll(address).toContain('session=chat-8841');
  const asked = {
    redemption: 'LAPSED',
    outcome: 'UNKNOWN',
    exceeds: 'true',
    missing: 'true',
    scanned: 'false',
    session: 'chat-8841',
  };
  await expect.poll(() => service.last('listEvents')?.query).toMatchObject(asked);
  const chips = Object.entries(asked).map(
    ([field, value]) =>
      `${list.fields[field]} ${list.operators.is} ${(values as Record<string, Record<string, string>>)[field]?.[value] ?? value}`,
  );
  await expect.poll(() => filters(list.filters)).toEqual(chips);
  await seen(page.getByRole('button', { name: list.removeFilter(chips[5] ?? '') }));
});
