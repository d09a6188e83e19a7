// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the format page is enough. A verifier in another language, written from it, gives the same verdict on
 * every export, good or changed, and stops at the same line. It needs python3 and openssl.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { EXPORT_LINE_BYTES_MAX, type ExportVerification, verifyExport } from '../../core/src/audit-export/index.ts';
import type { JsonObject } from '../../core/src/canonical-json/index.ts';
import { type Random, seededRandom } from '../chaos/random.ts';
import { type MadeExport, makeExport, ORGANIZATION_ID } from './made-export.ts';
import { mutate } from './mutate.ts';
import { verifyInPython } from './verify-in-python.ts';

const GOOD = amount(50, 200);
const CHANGED = amount(200, 800);

interface Verdict {
  valid: boolean;
  line?: number;
  seq?: number | null;
}

const { privateKey } = generateKeyPairSync('ed25519');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-second-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function ours(bytes: Buffer): ExportVerification {
  const verifier = verifyExport({ key: null, since: null });
  verifier.push(bytes);
  return verifier.end();
}

it(`agrees on ${GOOD} good exports and ${CHANGED} changed ones`, () => {
  const random = seededRandom('second verifier');
  const files: { name: string; kind: string; bytes: Buffer }[] = [];
  const keep = (kind: string, bytes: Buffer) => {
    const name = join(folder, `${files.length}.ndjson`);
    writeFileSync(name, bytes);
    files.push({ name, kind, bytes });
  };
  const made = Array.from({ length: GOOD }, (_, index) => goodExport(index, random));
  for (const { text } of made) keep('good', Buffer.from(text));
  const [base, other] = [made[0], made[1]] as [MadeExport, MadeExport];
  const forged = makeExport({ entries: 4, privateKey: generateKeyPairSync('ed25519').privateKey });
  while (files.length < GOOD + CHANGED) {
    const { kind, bytes } = mutate({ lines: base.lines, other: other.lines, forged: forged.lines }, random);
    keep(kind, bytes);
  }
  const verdicts = verifyInPython(['--many', ...files.map(({ name }) => name)])
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
  const differing = files.flatMap(({ kind, bytes, name }, index) => {
    const [theirs, { isValid, fault }] = [verdicts[index], ours(bytes)];
    const place = fault === null ? {} : { line: fault.line, seq: fault.seq };
    const agree = theirs?.valid === isValid && (isValid || isDeepStrictEqual(place, placeOf(theirs)));
    return agree ? [] : [{ kind, name, theirs, fault }];
  });
  expect(differing).toEqual([]);
  expect(verdicts).toHaveLength(files.length);
  expect(verdicts.filter(({ valid }) => valid)).toHaveLength(GOOD);
});

it('computes the digest of each act again, and takes decisions of older builds for what they are', () => {
  const named = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [right, wrong, none] = [undefined, `sha256:${'0'.repeat(64)}`, null].map((digest) =>
    makeExport({ entries: 3, privateKey, ...(digest !== undefined && { digest }) }),
  ) as [MadeExport, MadeExport, MadeExport];
  const files = [named('right', right.text), named('wrong', wrong.text), named('none', none.text)];
  const verdicts = verifyInPython(['--many', ...files])
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
  expect(verdicts).toMatchObject([{ valid: true }, { valid: false, line: 2 }, { valid: true }]);
  expect(ours(Buffer.from(right.text))).toMatchObject({ isValid: true, digests: 2 });
  expect(ours(Buffer.from(wrong.text)).fault).toMatchObject({ code: 'wrong_digest', line: 2, seq: 1 });
  expect(ours(Buffer.from(none.text))).toMatchObject({ isValid: true, digests: 0 });
});

const placeOf = ({ line, seq }: Verdict) => ({ line, seq });

/** An export of any length, with numbers and texts that two implementations could write in two ways. */
function goodExport(index: number, random: Random): MadeExport {
  const entries = random.between(1, 12);
  const extra: JsonObject = {
    numbers: Array.from({ length: 20 }, () => anyNumber(random)),
    text: Array.from({ length: 20 }, () => anyCharacter(random)).join(''),
    [anyCharacter(random)]: { '\ufb33': 1, '😀': [], '': {} },
  };
  const organizationId = index === 1 ? ORGANIZATION_ID.replace('1', '2') : ORGANIZATION_ID;
  return makeExport({ entries, checkpointsAt: [random.between(1, entries)], privateKey, organizationId, extra });
}

function anyNumber(random: Random): number {
  const bytes = Buffer.from(Array.from({ length: 8 }, () => random.between(0, 255)));
  const any = bytes.readDoubleBE();
  const candidates = [
    any,
    random.between(-1e6, 1e6),
    random.between(0, 1e9) / 1e15,
    1e21,
    1e-7,
    -1e-6,
    2 ** 53,
    5e-324,
  ];
  const picked = random.pick(candidates);
  return Number.isFinite(picked) ? picked : 0;
}

function anyCharacter(random: Random): string {
  return String.fromCodePoint(
    random.pick([random.between(0, 0x7f), random.between(0x80, 0xd7ff), random.between(0xe000, 0x10ffff)]),
  );
}

it('takes a call without all of its parts, and keys of organizations alone, as the page says', () => {
  const organization = makeExport({ entries: 1, privateKey, organizationId: 'acme' });
  const call = makeExport({ entries: 1, privateKey, extra: { gateway: { protocol: 'HTTP', method: 'GET' } } });
  const none = makeExport({ entries: 1, privateKey, extra: { gateway: 'HTTP' } });
  const files = [organization, call, none].map(({ text }, index) => {
    const file = join(folder, `parts-${index}`);
    writeFileSync(file, text);
    return { file, bytes: Buffer.from(text) };
  });
  const verdicts = verifyInPython(['--many', ...files.map(({ file }) => file)]).trimEnd();
  expect(verdicts.split('\n').map((line) => JSON.parse(line) as Verdict)).toMatchObject([
    { valid: false, line: 1, seq: null },
    { valid: true },
    { valid: true },
  ]);
  expect(files.map(({ bytes }) => ours(bytes))).toMatchObject([
    { isValid: false, fault: { line: 1, seq: null, code: 'wrong_key' } },
    { isValid: true, digests: 1 },
    { isValid: true, digests: 1 },
  ]);
});

it('takes lines as long as the page says, whatever ends them', () => {
  const withText = (characters: number) =>
    makeExport({ entries: 1, privateKey, extra: { text: 'x'.repeat(characters) } });
  const room = EXPORT_LINE_BYTES_MAX + 1 - Buffer.byteLength(withText(0).lines[1] ?? '');
  for (const [more, isValid] of [
    [0, true],
    [1, false],
  ] as const) {
    const { text } = withText(room + more);
    for (const came of [text, text.replaceAll('\n', '\r\n')]) {
      const file = join(folder, 'long');
      writeFileSync(file, came);
      const theirs = JSON.parse(verifyInPython(['--many', file])) as Verdict;
      expect([theirs.valid, ours(Buffer.from(came)).isValid]).toEqual([isValid, isValid]);
    }
  }
});

it('takes an earlier export, an earlier checkpoint and a key as the command of the service does', () => {
  const sound = makeExport({ entries: 6, checkpointsAt: [3], privateKey });
  const rewritten = makeExport({ entries: 6, checkpointsAt: [3], privateKey, story: 'b' });
  const otherKey = makeExport({ entries: 1, privateKey: generateKeyPairSync('ed25519').privateKey }).verifierKey;
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const file = path('sound', sound.text);
  const older = path('older', sound.lines.slice(0, 5).join(''));
  const note = path('note', sound.notes[0] ?? '');
  expect(verifyInPython([file, '--since', older])).toBe(
    `VALID: 6 entries, signed by ${sound.verifierKey}\nSigned approvals: 0, verified 0, failed 0\n` +
      'Reviews that several people approved: 0\nAllowed acts that were redeemed, each once: 0\n',
  );
  expect(verifyInPython([file, '--since', note, '--key', sound.verifierKey])).toContain('VALID: 6 entries');
  for (const args of [
    [path('rewritten', rewritten.text), '--since', note],
    [older, '--since', file],
    [file, '--key', otherKey],
  ]) {
    const error = failureOf(() => verifyInPython(args));
    expect(error.status).toBe(1);
    expect(error.stdout).toMatch(/^NOT VALID: line \d+/);
  }
});

it('takes for the same what came another way, and says which file it cannot read', () => {
  const sound = makeExport({ entries: 6, checkpointsAt: [3], privateKey });
  const older = sound.lines.slice(0, 5).join('');
  const path = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const file = path('came', sound.text);
  const ways: ((text: string) => string)[] = [
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `\uFEFF${text}`,
    (text) => text.slice(0, -1),
    (text) => `${text}\n`,
    (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`,
  ];
  for (const [index, way] of ways.entries()) {
    expect(verifyInPython([path(`came-${index}`, way(sound.text))])).toContain('KEY UNKNOWN: 6 entries');
    expect(verifyInPython([file, '--since', path(`since-${index}`, way(older))])).toContain('VALID: 6 entries');
    expect(ours(Buffer.from(way(sound.text)))).toMatchObject({ isValid: true, entries: 6 });
    const changed = [path(`changed-${index}`, way(sound.text.replace('"CPF"', '"RG"')))];
    const cut = [path(`cut-${index}`, way(sound.text).slice(0, -9))];
    for (const args of [changed, cut]) expect(failureOf(() => verifyInPython(args)).status).toBe(1);
  }
  for (const around of [' ', '\r', '\n', '\r\n', '\u00a0', '\uFEFF']) {
    expect(verifyInPython([file, '--key', around + sound.verifierKey + around])).toContain('VALID: 6 entries');
  }
  const [note = ''] = sound.notes;
  for (const [name, bytes] of [
    ['utf-16', Buffer.from(`\uFEFF${note}`, 'utf16le')],
    ['utf-16-bare', Buffer.from(note, 'utf16le').swap16()],
    ['latin-1', Buffer.from(note.replace('svc', 'sv\u00e7'), 'latin1')],
    ['quoted', Buffer.from(note.replaceAll(/^/gm, '> '))],
    ['printable', Buffer.from(note.replaceAll('\u2014', '=E2=80=94'))],
    ['nothing', Buffer.from('')],
  ] as const) {
    expect(failureOf(() => verifyInPython([file, '--since', path(name, bytes)]))).toMatchObject({
      status: 2,
      stdout: '',
    });
  }
  expect(failureOf(() => verifyInPython([path('wide', Buffer.from(`\uFEFF${sound.text}`, 'utf16le'))])).status).toBe(2);
});

function failureOf(run: () => unknown): { status?: number; stdout?: string } {
  try {
    run();
  } catch (error) {
    return error as { status?: number; stdout?: string };
  }
  return {};
}
