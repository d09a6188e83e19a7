// SPDX-License-Identifier: Apache-2.0
/** Every kind of audit entry is said in words, in both languages. */
import { expect, it } from 'vitest';
import { AUDIT_KINDS } from '../../server/src/record/audit/kinds.ts';
import { kindSaid, nameIn } from '../../web/src/pages/audit/said.ts';
import { words as english } from '../../web/src/pages/audit/words-en.ts';
import { words as portuguese } from '../../web/src/pages/audit/words-pt-br.ts';

it.each(Object.entries({ english, portuguese }))('%s has words for each kind, and for no other', (_, { kinds }) => {
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(AUDIT_KINDS).sort());
  expect(new Set(Object.values(kinds)).size).toBe(Object.keys(kinds).length);
});

it('says a kind that it does not know as the chain does', () => {
  expect(kindSaid(english.kinds, 'policy.updated')).toBe('Policy changed');
  expect(kindSaid(english.kinds, 'policy.invented')).toBe('policy.invented');
});

it('names what an entry is about, where the entry has a name', () => {
  expect(nameIn({ metadata: { name: 'Bulk exports' } })).toBe('Bulk exports');
  expect(nameIn({ metadata: { agentName: 'billing-bot', agentId: 'a' } })).toBe('billing-bot');
  for (const metadata of [null, {}, { name: 5 }, 'name']) expect(nameIn({ metadata })).toBeNull();
});
