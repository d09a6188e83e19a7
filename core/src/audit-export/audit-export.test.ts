// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the verifier accepts a whole export, and names the line and the entry of the first fault. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeExport, NOTE, ORGANIZATION_ID } from '../../../test/audit/made-export.ts';
import { type ExportVerification, type ExportVerifierOptions, verifyExport } from './index.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const sound = makeExport({ entries: 6, checkpointsAt: [2, 5], privateKey });
// The lines of this export: key, 1, 2, checkpoint, 3, 4, 5, checkpoint, 6, checkpoint.
const [key = '', one = '', two = '', , ...rest] = sound.lines;
const rewritten = makeExport({ entries: 6, checkpointsAt: [2, 5], privateKey, story: 'b' });

function verify(lines: readonly string[] | string, options: Partial<ExportVerifierOptions> = {}): ExportVerification {
  const verifier = verifyExport({ key: null, since: null, ...options });
  verifier.push(Buffer.from(typeof lines === 'string' ? lines : lines.join('')));
  return verifier.end();
}

it('tells what a whole export holds', () => {
  expect(verify(sound.lines, { key: sound.verifierKey, since: sound.notes[0] ?? null })).toEqual({
    isValid: true,
    fault: null,
    entries: 6,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    checkpoints: 3,
    digests: 4,
    signatures: { signed: 0, verified: 0, failed: 0 },
    quorums: 0,
    redemptions: 0,
    checkpoint: sound.notes[2],
    key: sound.verifierKey,
  });
});

it('has one line for each value, in canonical JSON with sorted keys', () => {
  expect(key).toBe(`{"key":"${sound.verifierKey}"}\n`);
  expect(one).toMatch(/^\{"entry":\{"actor":\{.*\},"at":"[^"]*","hash":"[0-9a-f]{64}","kind":/);
  expect(two.startsWith(`{"disclosed":{"note":${JSON.stringify(NOTE)},"salt":"`)).toBe(true);
});

describe('a fault', () => {
  const changed = (line: string, from: string | RegExp, to: string) =>
    sound.lines.map((each) => (each === line ? each.replace(from, to) : each));

  it.each<[string, readonly string[] | string, number, number | null, string]>([
    ['nothing', '', 0, 1, 'incomplete'],
    ['a key alone', [key], 1, 1, 'incomplete'],
    ['no key', sound.lines.slice(1), 1, null, 'wrong_key'],
    ['an edited entry', changed(one, '"CPF"', '"RG"'), 2, 1, 'wrong_hash'],
    ['an entry left out', [key, two, ...rest], 2, 1, 'wrong_seq'],
    ['two exchanged', [key, two, one, ...rest], 2, 1, 'wrong_seq'],
    ['an entry of another history', [key, one, rewritten.lines[2] ?? ''], 3, 2, 'wrong_prev_hash'],
    ['a field more', changed(two, '"entry":{', '"entry":{"a":1,'), 3, 2, 'malformed'],
    ['white space', changed(two, ',"at"', ', "at"'), 3, 2, 'not_canonical'],
    ['another note', changed(two, 'telefone', 'e-mail'), 3, 2, 'wrong_disclosure'],
    ['a field beside the entry', changed(two, '{"disc', '{"a":1,"disc'), 3, 2, 'not_canonical'],
    ['half of a surrogate pair', changed(one, 'agênte', '\\ud800'), 2, 1, 'malformed'],
    ['no JSON', [key, one, 'entry\n'], 3, null, 'bad_line'],
    ['a list', [key, '[]\n'], 2, null, 'bad_line'],
    ['an object of something else', [key, '{}\n'], 2, 1, 'malformed'],
    ['a line without a part', sound.text.slice(0, -2), 10, 7, 'incomplete'],
    ['an empty line', [key, one, '\n', two], 3, null, 'bad_line'],
    ['entries after the last checkpoint', sound.lines.slice(0, -1), 9, 7, 'incomplete'],
    ['a checkpoint over fewer entries', [key, one, sound.lines[3] ?? ''], 3, 2, 'wrong_checkpoint'],
    ['a rewrite under an old checkpoint', [...rewritten.lines.slice(0, 3), sound.lines[3] ?? ''], 4, 1, 'wrong_root'],
    ['a rewrite after one', [...sound.lines.slice(0, 4), ...rewritten.lines.slice(4)], 5, 3, 'wrong_prev_hash'],
    ['a checkpoint twice', [...sound.lines, sound.lines.at(-1) ?? ''], 11, 7, 'wrong_checkpoint'],
  ])('%s', (_, lines, line, seq, code) => {
    const { isValid, fault } = verify(lines);
    expect([isValid, fault?.code, fault?.line]).toEqual([false, code, line]);
    expect(fault?.seq).toBe(seq);
    expect(fault?.message).toMatch(/^[A-Z].*\.$/s);
  });

  it('of an entry of another organization, which the same deployment signs', () => {
    const other = makeExport({ entries: 2, privateKey, organizationId: ORGANIZATION_ID.replace('1', '2') });
    expect(verify([key, ...other.lines.slice(1)]).fault).toMatchObject({ line: 2, seq: 1, code: 'wrong_organization' });
  });

  it('ends the reading', () => {
    const verifier = verifyExport({ key: null, since: null });
    expect(verifier.push(Buffer.from(key))).toBe(true);
    expect(verifier.push(Buffer.from('x\n'))).toBe(false);
    expect(verifier.push(Buffer.from(one))).toBe(false);
    expect(verifier.end().fault).toMatchObject({ line: 2, code: 'bad_line' });
  });
});

describe('with a trusted key', () => {
  it('another key is refused, though all is whole under it', () => {
    const forged = makeExport({ entries: 3, privateKey: generateKeyPairSync('ed25519').privateKey });
    expect(verify(forged.lines).isValid).toBe(true);
    expect(verify(forged.lines, { key: sound.verifierKey }).fault).toMatchObject({ line: 1, code: 'wrong_key' });
  });
});

describe('with an earlier checkpoint', () => {
  const [note = ''] = sound.notes;

  it('a rewrite is found, though it is signed by the same key', () => {
    expect(verify(rewritten.lines).isValid).toBe(true);
    expect(verify(rewritten.lines, { since: note }).fault).toMatchObject({ line: 3, seq: 1, code: 'rewritten' });
  });

  it('a cut tail is found, though a checkpoint was signed over what is left', () => {
    const cut = sound.lines.slice(0, 4);
    expect(verify(cut).isValid).toBe(true);
    expect(verify(cut, { since: sound.notes[1] ?? '' }).fault).toMatchObject({ seq: 3, code: 'cut' });
  });

  it('of another key, or none at all, nothing is accepted', () => {
    const forged = makeExport({ entries: 3, privateKey: generateKeyPairSync('ed25519').privateKey });
    for (const since of [forged.notes[0] ?? '', 'x']) {
      expect(verify(sound.lines, { since }).fault).toMatchObject({ line: 1, code: 'wrong_since' });
    }
  });
});
