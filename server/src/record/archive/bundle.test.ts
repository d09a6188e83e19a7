// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a bundle gives back the very texts that were hashed, whatever they hold, and nothing for another file. */
import { type AuditDraft, canonicalEntry, EMPTY_CHAIN, linkEntries } from '@svc/core/audit-chain';
import { leafHashes, rootOver } from '@svc/core/audit-tree';
import type { JsonObject } from '@svc/core/canonical-json';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packBundle, unpackBundle } from './bundle.ts';
import { bundlePath, tilePath } from './paths.ts';

const ORGANIZATION = '01a02886-0000-7000-8000-000000000001';
/** Texts that look like the fields of an entry. */
const TRAPS = [',"seq":', ',"metadata":', ',"organizationId":', '","prevHash":"', '\n', '\u2028', '"}}', '\\'];

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...TRAPS));
const metadata = fc.dictionary(
  fc.oneof(fc.constantFrom('seq', 'metadata', 'organizationId', 'prevHash', 'subject'), text),
  fc.oneof(text, fc.integer(), fc.constant(null), fc.dictionary(text, text, { maxKeys: 3 })),
  { maxKeys: 5 },
) as fc.Arbitrary<JsonObject>;
const draft = fc.record({
  organizationId: fc.constant(ORGANIZATION),
  at: fc.constant('2026-11-24T04:18:55.450Z'),
  kind: text,
  actor: fc.record({ type: fc.constant('key' as const), id: text }),
  subject: fc.record({ type: text, id: text }),
  metadata,
});

async function bundleOf(drafts: AuditDraft[]) {
  const { entries, metadataTexts } = linkEntries(EMPTY_CHAIN, drafts);
  const root = rootOver(leafHashes(Buffer.from(entries.map(({ hash }) => hash).join(''), 'hex')));
  return { entries, metadataTexts, root, file: await packBundle(entries.map(canonicalEntry)) };
}

const drafts = fc.array(draft, { minLength: 256, maxLength: 256 });

it('gives back entries and texts as they were', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (given) => {
      const { entries, metadataTexts, root, file } = await bundleOf(given);
      const read = await unpackBundle(file, root);
      expect(read?.metadataTexts).toEqual(metadataTexts);
      expect(JSON.stringify(read?.entries)).toBe(
        JSON.stringify(entries.map((entry) => ({ ...JSON.parse(canonicalEntry(entry)), hash: entry.hash }))),
      );
    }),
    { numRuns: 20 },
  );
});

it('is null for another root, a cut file, and bytes that are no file', async () => {
  const [given = []] = fc.sample(drafts, 1);
  const { root, file } = await bundleOf(given);
  expect(await unpackBundle(file, Buffer.alloc(32))).toBeNull();
  for (const bytes of [file.subarray(0, -9), Buffer.alloc(0), Buffer.from('entries')]) {
    expect(await unpackBundle(bytes, root)).toBeNull();
  }
});

it('has the names of C2SP tlog-tiles', () => {
  expect(bundlePath(0)).toBe('entries/000.gz');
  expect(bundlePath(1_234_067)).toBe('entries/x001/x234/067.gz');
  expect(tilePath(1, 1_000, 256)).toBe('tile/1/x001/000');
  expect(tilePath(2, 5, 17)).toBe('tile/2/005.p/17');
});
