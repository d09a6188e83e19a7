// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: only the genuine export is accepted, after any change to its bytes. The verifier answers each change with
 * a fault, never with an exception. SVC_TEST_MUTATIONS sets another number of changes, and `npm run test:chaos`
 * makes 90,000. CHAOS_SEED repeats a run.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { type ExportVerification, verifyExport } from '../../core/src/audit-export/index.ts';
import { CheckpointFault, readCheckpoint, readVerifierKey } from '../../core/src/checkpoint/index.ts';
import { seededRandom } from '../chaos/random.ts';
import { makeExport } from './made-export.ts';
import { mutate } from './mutate.ts';

const EXPORTS = Number(process.env.SVC_TEST_MUTATIONS ?? amount(1_000, 3_000));
const CHECKPOINTS = Math.ceil(EXPORTS / 9);

const { privateKey } = generateKeyPairSync('ed25519');
const sound = makeExport({ entries: 5, checkpointsAt: [2], privateKey });
const material = {
  lines: sound.lines,
  other: makeExport({ entries: 5, checkpointsAt: [2], privateKey, organizationId: sound.lines[0]?.slice(20, 56) ?? '' })
    .lines,
  forged: makeExport({ entries: 5, checkpointsAt: [2], privateKey: generateKeyPairSync('ed25519').privateKey }).lines,
};

function verify(bytes: Buffer, chunkBytes = bytes.length): ExportVerification {
  const verifier = verifyExport({ key: null, since: null });
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    if (!verifier.push(bytes.subarray(start, start + chunkBytes))) break;
  }
  return verifier.end();
}

it('accepts the genuine export, in chunks of any size', () => {
  const bytes = Buffer.from(sound.text);
  for (const chunkBytes of [1, 7, 64, bytes.length]) {
    expect(verify(bytes, chunkBytes)).toMatchObject({ isValid: true, entries: 5, checkpoints: 2, fault: null });
  }
});

it(`refuses ${EXPORTS} changed exports, each with the line at which it is wrong`, () => {
  const random = seededRandom('mutated exports');
  const seen = new Map<string, number>();
  for (let count = 0; count < EXPORTS; count += 1) {
    const { kind, bytes } = mutate(material, random);
    const { isValid, fault } = verify(bytes, random.chance(0.1) ? random.between(1, 200) : bytes.length);
    if (isValid || fault === null || fault.message === '' || fault.line > material.lines.length + 3) {
      throw new Error(`${kind}, seed ${random.seed}, number ${count}: ${bytes.toString('latin1').slice(0, 5_000)}`);
    }
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(Math.min(...seen.values())).toBeGreaterThan(0);
});

it(`refuses ${CHECKPOINTS} changed checkpoints`, () => {
  const random = seededRandom('mutated checkpoints');
  const key = readVerifierKey(sound.verifierKey);
  const note = sound.notes[1] as string;
  const foreign = [...makeNotes(), sound.notes[0] as string];
  for (let count = 0; count < CHECKPOINTS; count += 1) {
    const { bytes } = mutate({ lines: note.split(/(?<=\n)/), other: foreign, forged: foreign }, random);
    const text = bytes.toString('utf8');
    if (text === note || foreign.includes(text)) continue;
    expect(() => readCheckpoint(text, key)).toThrow(CheckpointFault);
  }
});

function makeNotes(): string[] {
  return makeExport({ entries: 3, privateKey: generateKeyPairSync('ed25519').privateKey }).notes.flatMap((one) =>
    one.split(/(?<=\n)/),
  );
}

it('cannot tell that a note was stripped, that a checkpoint among others was, or that an export is an older one', () => {
  const stripped = sound.text.replace(/"disclosed":\{[^}]*\},/g, '');
  const fewer = sound.lines.toSpliced(3, 1).join('');
  const older = sound.lines.slice(0, 4).join('');
  expect(sound.lines[3]).toMatch(/^\{"checkpoint"/);
  for (const text of [stripped, fewer, older]) {
    expect(text).not.toBe(sound.text);
    expect(verify(Buffer.from(text))).toMatchObject({ isValid: true, key: sound.verifierKey });
  }
  expect(verifySince(older, sound.notes[1] as string)).toMatchObject({
    isValid: false,
    fault: { code: 'cut', seq: 3 },
  });
});

function verifySince(text: string, since: string): ExportVerification {
  const verifier = verifyExport({ key: sound.verifierKey, since });
  verifier.push(Buffer.from(text));
  return verifier.end();
}
