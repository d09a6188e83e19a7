// SPDX-License-Identifier: Apache-2.0
/** Guarantee: entries are numbered, linked and hashed as published, and the first wrong one is found and named. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../canonical-json/index.ts';
import {
  type AuditDraft,
  type AuditEntry,
  canonicalEntry,
  EMPTY_CHAIN,
  entryFault,
  hashEntry,
  linkEntries,
  verifyEntries,
} from './index.ts';

const draft: fc.Arbitrary<AuditDraft> = fc.record({
  organizationId: fc.constant('0192f0c1-0000-7000-8000-000000000001'),
  at: fc.constantFrom('2026-11-20T14:00:00.000Z', '2026-11-20T14:00:00.001Z'),
  kind: fc.constantFrom('decision.recorded', 'policy.created'),
  actor: fc.record({ type: fc.constantFrom('user' as const, 'key' as const, 'system' as const), id: fc.string() }),
  subject: fc.record({ type: fc.string(), id: fc.string() }),
  metadata: fc
    .dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' }))
    .map((object) => JSON.parse(JSON.stringify(object)) as JsonObject),
});

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** The published rule, with the reference canonicalization and no code of the chain. */
function naiveChain(drafts: readonly AuditDraft[]): AuditEntry[] {
  let prevHash = '0'.repeat(64);
  return drafts.map((one, index) => {
    const unhashed = { ...one, seq: index + 1, prevHash };
    prevHash = sha256(canonicalize(unhashed) ?? '');
    return { ...unhashed, hash: prevHash };
  });
}

const chainOf = (count: number): AuditEntry[] =>
  linkEntries(
    EMPTY_CHAIN,
    Array.from({ length: count }, (_, index) => ({
      organizationId: 'org',
      at: '2026-11-20T14:00:00.000Z',
      kind: 'decision.recorded',
      actor: { type: 'key', id: 'k' },
      subject: { type: 'event', id: `e${index}` },
      metadata: { riskScore: index, nested: { a: [1, null] } },
    })),
  ).entries;

describe('linkEntries', () => {
  it('equals the naive chain', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 6 }), (drafts) => {
        expect(linkEntries(EMPTY_CHAIN, drafts).entries).toEqual(naiveChain(drafts));
      }),
      { numRuns: 300 },
    );
  });

  it('gives one chain however the drafts are batched', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 6 }), fc.nat(6), (drafts, cut) => {
        const first = linkEntries(EMPTY_CHAIN, drafts.slice(0, cut));
        const second = linkEntries(first.head, drafts.slice(cut));
        expect([...first.entries, ...second.entries]).toEqual(linkEntries(EMPTY_CHAIN, drafts).entries);
        expect(second.head).toEqual(linkEntries(EMPTY_CHAIN, drafts).head);
      }),
      { numRuns: 200 },
    );
  });

  it('begins with number 1 and 64 zeros, and an empty batch moves nothing', () => {
    expect(chainOf(1)[0]).toMatchObject({ seq: 1, prevHash: '0'.repeat(64) });
    expect(linkEntries({ seq: 7, hash: 'ab' }, [])).toEqual({
      entries: [],
      metadataTexts: [],
      head: { seq: 7, hash: 'ab' },
    });
  });

  it('keeps nothing beside the hashed fields', () => {
    const extra = { ...chainOf(1)[0], note: 'not hashed' } as unknown as AuditDraft;
    expect(Object.keys(linkEntries(EMPTY_CHAIN, [extra]).entries[0] ?? {}).sort()).toEqual([
      'actor',
      'at',
      'hash',
      'kind',
      'metadata',
      'organizationId',
      'prevHash',
      'seq',
      'subject',
    ]);
  });
});

describe('hashEntry', () => {
  it('is stable: this very entry has this very hash', () => {
    const [entry] = chainOf(1);
    expect(canonicalEntry(entry as AuditEntry)).toBe(
      '{"actor":{"id":"k","type":"key"},"at":"2026-11-20T14:00:00.000Z","kind":"decision.recorded",' +
        '"metadata":{"nested":{"a":[1,null]},"riskScore":0},"organizationId":"org",' +
        `"prevHash":"${'0'.repeat(64)}","seq":1,"subject":{"id":"e0","type":"event"}}`,
    );
    expect(hashEntry(entry as AuditEntry)).toBe(sha256(canonicalEntry(entry as AuditEntry)));
  });
});

describe('verifyEntries', () => {
  it('accepts a whole chain, and the rest of one from a known head', () => {
    const entries = chainOf(5);
    expect(verifyEntries(entries)).toEqual({ isValid: true, head: { seq: 5, hash: entries[4]?.hash }, fault: null });
    const head = { seq: 3, hash: entries[2]?.hash ?? '' };
    expect(verifyEntries(entries.slice(3), head)).toMatchObject({ isValid: true, head: { seq: 5 } });
    expect(verifyEntries([])).toEqual({ isValid: true, head: EMPTY_CHAIN, fault: null });
  });

  const changed = (index: number, change: Record<string, unknown>) =>
    chainOf(5).map((entry, place) => (place === index ? ({ ...entry, ...change } as AuditEntry) : entry));
  const rehashed = (entry: AuditEntry | undefined, change: Partial<AuditEntry>): AuditEntry => {
    const whole = { ...(entry as AuditEntry), ...change };
    return { ...whole, hash: hashEntry(whole) };
  };
  const [first, second, third, ...rest] = chainOf(5);

  it.each<[string, unknown[], number, string]>([
    ['changed metadata', changed(2, { metadata: { riskScore: 99 } }), 3, 'wrong_hash'],
    ['a changed time', changed(2, { at: '2026-11-20T14:00:00.001Z' }), 3, 'wrong_hash'],
    ['a changed actor', changed(0, { actor: { type: 'key', id: 'x' } }), 1, 'wrong_hash'],
    ['a changed hash', changed(4, { hash: 'f'.repeat(64) }), 5, 'wrong_hash'],
    ['a change that was hashed again', [first, rehashed(second, { kind: 'x' }), third, ...rest], 3, 'wrong_prev_hash'],
    ['a missing entry', [first, third, ...rest], 2, 'wrong_seq'],
    ['a missing beginning', [second, third, ...rest], 1, 'wrong_seq'],
    ['two entries exchanged', [first, third, second, ...rest], 2, 'wrong_seq'],
    ['an entry twice', [first, first, second], 2, 'wrong_seq'],
    ['an entry of another chain', [first, rehashed(second, { organizationId: 'other' })], 2, 'wrong_organization'],
    ['an unhashed field', changed(1, { note: 'x' }), 2, 'malformed'],
    ['an unhashed field of the actor', changed(1, { actor: { type: 'key', id: 'k', name: 'x' } }), 2, 'malformed'],
    ['a missing field', [first, { ...second, metadata: undefined }], 2, 'malformed'],
    ['a number as text', changed(1, { seq: '2' }), 2, 'malformed'],
    ['a time that is no text', changed(1, { at: 5 }), 2, 'malformed'],
    ['an organization that is no text', changed(1, { organizationId: null }), 2, 'malformed'],
    ['metadata in a list', changed(1, { metadata: [] }), 2, 'malformed'],
    ['null', [first, null], 2, 'malformed'],
    ['a lone surrogate', changed(1, { metadata: { text: '\ud800' } }), 2, 'malformed'],
  ])('names the first wrong entry: %s', (_, entries, seq, code) => {
    const verification = verifyEntries(entries as AuditEntry[]);
    expect(verification).toMatchObject({ isValid: false, fault: { seq, code } });
    expect(verification.head.seq).toBe(seq - 1);
    expect(verification.fault?.message).toContain(`${seq}`);
  });

  it('finds any change of any byte that is hashed', () => {
    const text = JSON.stringify(chainOf(3));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', '7', 'a', 'Z', '"', ',', '}'), (place, character) => {
        const tampered = text.slice(0, place) + character + text.slice(place + 1);
        let entries: AuditEntry[];
        try {
          entries = JSON.parse(tampered) as AuditEntry[];
        } catch {
          return;
        }
        if (canonicalize(entries) === canonicalize(JSON.parse(text))) return;
        expect(verifyEntries(entries).isValid).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads an iterable once and stops at the fault', () => {
    let readCount = 0;
    function* read() {
      for (const entry of changed(1, { kind: 'x' })) {
        readCount += 1;
        yield entry;
      }
    }
    expect(verifyEntries(read()).isValid).toBe(false);
    expect(readCount).toBe(2);
  });

  it('can be done entry by entry by one who streams', () => {
    const [one, two] = chainOf(2) as [AuditEntry, AuditEntry];
    expect(entryFault(one, EMPTY_CHAIN, null)).toBeNull();
    expect(entryFault(two, one, 'org')).toBeNull();
    expect(entryFault(two, one, 'other')?.code).toBe('wrong_organization');
  });
});

it('gives the metadata as the very text that was hashed', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 5 }), (drafts) => {
      const { entries, metadataTexts } = linkEntries(EMPTY_CHAIN, drafts);
      expect(metadataTexts).toHaveLength(entries.length);
      for (const [index, { hash, metadata, ...entry }] of entries.entries()) {
        const text = metadataTexts[index] ?? '';
        expect(JSON.parse(text)).toEqual(metadata);
        const mark = canonicalize({ ...entry, metadata: 'here' }) ?? '';
        expect(sha256(mark.replace('"metadata":"here"', () => `"metadata":${text}`))).toBe(hash);
      }
    }),
  );
});
