// SPDX-License-Identifier: Apache-2.0
/** Guarantee: reviews are answered together only when agent, action, resource and policy are the same. */
import { expect, it } from 'vitest';
import { isAlike } from '../../web/src/review/alike.ts';

const EVENT = {
  agent: { id: 'a' },
  action: 'EXPORT_DATA',
  resource: { id: 'r' },
  policy: { name: 'p' } as { name: string } | null,
  sandbox: false,
};
const alike = (more: Partial<typeof EVENT>) => isAlike({ event: EVENT }, { event: { ...EVENT, ...more } });

it('are alike with all four the same', () => {
  expect(alike({})).toBe(true);
});

it.each<Partial<typeof EVENT>>([
  { agent: { id: 'b' } },
  { action: 'READ_DATA' },
  { resource: { id: 's' } },
  { policy: { name: 'q' } },
  { policy: null },
  { sandbox: true },
])('are not alike with another %j', (more) => {
  expect(alike(more)).toBe(false);
});
