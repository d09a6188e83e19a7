// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server audit verify` as a stranger runs it: verdict, place of the first fault, exit code, and no unstated trust.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedChain, makePasskey, PAGES } from '../../../../test/audit/made-approvals.ts';
import { makeExport } from '../../../../test/audit/made-export.ts';
import { linkedExport } from '../../../../test/audit/relinked.ts';
import { verifyAuditFile } from './audit-verify.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const sound = makeExport({ entries: 9, checkpointsAt: [4], privateKey });
const rewritten = makeExport({ entries: 9, checkpointsAt: [4], privateKey, story: 'b' });
const forged = makeExport({ entries: 9, privateKey: generateKeyPairSync('ed25519').privateKey });

const edited = (text: string) => text.replace('"CPF"', '"RG"');
/** Changes that editors, git, shells and mail make to a file of text. */
const TRANSPORTS = {
  'with CR LF': (text: string) => text.replaceAll('\n', '\r\n'),
  'with some CR LF': (text: string) => text.replace('\n', '\r\n'),
  'behind a mark': (text: string) => `\uFEFF${text}`,
  'without the last line end': (text: string) => text.slice(0, -1),
  'with empty lines at the end': (text: string) => `${text}\n\n`,
  'with all of it': (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`,
};

let folder: string;
const files: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-audit-'));
  const keep = (name: string, text: string | Buffer) => {
    files[name] = join(folder, name);
    writeFileSync(files[name], text);
  };
  keep('sound', sound.text);
  keep('signed', linkedExport(approvedChain(makePasskey('ES256'))));
  keep('older', sound.lines.slice(0, 6).join(''));
  keep('note', sound.notes[0] ?? '');
  keep('edited', edited(sound.text));
  keep('rewritten', rewritten.text);
  keep('forged', forged.text);
  const [note = ''] = sound.notes;
  keep('note-crlf', note.replaceAll('\n', '\r\n'));
  keep('note-cut', note.trimEnd());
  keep('note-spaced', `\n\n${note.replaceAll('\n', '\n\n')}\n`);
  keep('note-indented', `\ufeff${note.replaceAll('\n', '  \n')}`);
  const transported = { sound: sound.text, older: sound.lines.slice(0, 6).join(''), edited: edited(sound.text) };
  for (const [name, text] of Object.entries(transported)) {
    for (const [transport, change] of Object.entries(TRANSPORTS)) keep(`${name} ${transport}`, change(text));
  }
  keep('sound in UTF-16', Buffer.from(`\uFEFF${sound.text}`, 'utf16le'));
  keep('note in UTF-16', Buffer.from(`\uFEFF${note}`, 'utf16le'));
  keep('note in UTF-16 without a mark', Buffer.from(note, 'utf16le').swap16());
  keep('note in Latin-1', Buffer.from(note.replace('\u2014', '-').replace('svc', 'sv\u00e7'), 'latin1'));
  keep('note in quoted-printable', note.replaceAll('\u2014', '=E2=80=94').replaceAll(/=$/gm, '=3D'));
  keep('note in a quotation', note.replaceAll(/^/gm, '> '));
  keep('note with no-break blanks', note.replaceAll(' ', '\u00a0'));
  keep('note without its signature', note.split('\n\n')[0] ?? '');
  keep('cut within a line', sound.text.slice(0, -9));
  keep('cut within a line with CR LF', TRANSPORTS['with CR LF'](sound.text).slice(0, -9));
  keep('with an empty line', sound.lines.toSpliced(3, 0, '\n').join(''));
  keep('with a mark inside', sound.lines.toSpliced(3, 0, '\uFEFF').join(''));
  keep('without the last checkpoint', sound.lines.slice(0, -1).join(''));
  keep('empty', '');
  keep('binary', Buffer.from([0, 255, 10, 200]).toString('latin1'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], input = '') {
  let [output, errors] = ['', ''];
  const code = await verifyAuditFile(
    args.map((word) => files[word] ?? word),
    {
      stdin: Readable.from([Buffer.from(input)]),
      stdout: { write: (text: string) => (output += text) },
      stderr: { write: (text: string) => (errors += text) },
    },
  );
  return { code, output, errors };
}

it('says what is valid, by which key, and that the key is the export’s own', async () => {
  const { code, output, errors } = await run(['sound']);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('VALID, KEY UNKNOWN: 9 entries, 2 checkpoints\n');
  expect(output).toContain('the key in the export itself');
  expect(output).toContain(sound.verifierKey);
  expect(output.endsWith(sound.notes[1] ?? '')).toBe(true);
});

it('reads standard input', async () => {
  expect((await run(['-'], sound.text)).code).toBe(0);
  expect((await run(['-'], sound.text.slice(1))).code).toBe(1);
});

it.each<[string[], number, string]>([
  [['sound', '--key', sound.verifierKey], 0, 'the key that was given'],
  [['sound', '--since', 'note'], 0, 'It continues what the earlier checkpoint covers.'],
  ...['note-crlf', 'note-cut', 'note-spaced', 'note-indented'].flatMap((since): [string[], number, string][] => [
    [['sound', '--since', since], 0, 'VALID: 9 entries'],
    [['rewritten', '--since', since], 1, 'line 5, entry 1: Among entries 1 to 4'],
  ]),
  [['forged'], 0, 'VALID, KEY UNKNOWN'],
  [['--since', 'older', 'sound'], 0, 'the key of the earlier evidence'],
  [['sound', '--since', 'older', '--key', sound.verifierKey], 0, 'the key that was given'],
  [['edited'], 1, 'NOT VALID: line 2, entry 1: The contents of entry 1 do not match its hash. (wrong_hash)\n'],
  [['empty'], 1, 'NOT VALID: line 0, entry 1: The end is missing'],
  [['binary'], 1, 'NOT VALID: line 1: The line is no JSON object in UTF-8. (bad_line)'],
  [['rewritten', '--since', 'note'], 1, 'line 5, entry 1: Among entries 1 to 4'],
  [
    ['rewritten', '--since', 'older'],
    1,
    'The first entry that differs from the earlier export stands at line 2 here, 2',
  ],
  [['older', '--since', 'sound'], 1, 'The earlier checkpoint covers 9 entries, the export 4. (cut)'],
  [['forged', '--since', 'note'], 1, 'signed by another key'],
  [['forged', '--since', 'older'], 1, 'The key is not the one that is trusted.'],
  [['forged', '--key', sound.verifierKey], 1, 'NOT VALID: line 1: The key is not the one that is trusted. (wrong_key)'],
  ...Object.keys(TRANSPORTS).flatMap((transport): [string[], number, string][] => [
    [[`sound ${transport}`], 0, 'VALID, KEY UNKNOWN: 9 entries, 2 checkpoints\n'],
    [['sound', '--since', `older ${transport}`], 0, 'VALID: 9 entries'],
    [[`sound ${transport}`, '--since', `older ${transport}`], 0, 'VALID: 9 entries'],
    [['rewritten', '--since', `older ${transport}`], 1, 'stands at line 2 here, 2'],
    [[`edited ${transport}`], 1, 'NOT VALID: line 2, entry 1: The contents of entry 1 do not match its hash.'],
  ]),
  ...[' ', '\r', '\n', '\r\n', '\t', '\u00a0', '\uFEFF'].map((around): [string[], number, string] => [
    ['sound', '--key', `${around}${sound.verifierKey}${around}`],
    0,
    'the key that was given',
  ]),
  [['cut within a line'], 1, 'line 12, entry 10: The end is missing'],
  [['cut within a line with CR LF'], 1, 'line 12, entry 10: The end is missing'],
  [['without the last checkpoint'], 1, 'line 11, entry 10: The end is missing'],
  [['with an empty line'], 1, 'line 4: The line is empty. (bad_line)'],
  [['with a mark inside'], 1, 'line 4: The line is no JSON object in UTF-8. (bad_line)'],
])('%j ends with %i', async (args, code, text) => {
  const answer = await run(args);
  expect(answer.output).toContain(text);
  expect([answer.code, answer.errors]).toEqual([code, '']);
});

describe('what cannot be checked', () => {
  it.each<[string[], string]>([
    [[], 'Usage'],
    [['sound', 'older'], 'Usage'],
    [['sound', '--key'], 'Usage'],
    [['sound', '--key', 'a', '--key', 'b'], 'Usage'],
    [['sound', '--key', 'garbage'], '--key is no verifier key'],
    [['sound', '--key', `${sound.verifierKey}x`], '--key is no verifier key'],
    [['sound', '--unknown'], 'Usage'],
    [['--help'], 'Usage'],
    [['sound', '--since', '-'], 'Usage'],
    [['/nowhere/at/all'], 'ENOENT'],
    [['/tmp'], 'EISDIR'],
    [['sound', '--since', '/nowhere/at/all'], 'ENOENT'],
    [['sound', '--since', 'edited'], 'is not valid itself: line 2, entry 1'],
    [['sound in UTF-16'], 'is written in UTF-16: save it as UTF-8.'],
    [['sound', '--since', 'sound in UTF-16'], 'is written in UTF-16: save it as UTF-8.'],
    [['sound', '--since', 'note in UTF-16'], 'is written in UTF-16: save it as UTF-8.'],
    [['sound', '--since', 'note in UTF-16 without a mark'], 'is written in UTF-16: save it as UTF-8.'],
    [['sound', '--since', 'note in Latin-1'], 'It is not written in UTF-8'],
    [['sound', '--since', 'binary'], 'cannot be read'],
    [['sound', '--since', 'empty'], 'cannot be read'],
    ...['in quoted-printable', 'in a quotation', 'with no-break blanks', 'without its signature'].map(
      (fault): [string[], string] => [
        ['sound', '--since', `note ${fault}`],
        'cannot be read. The checkpoint is no signed note',
      ],
    ),
  ])('%j ends with 2', async (args, text) => {
    const { code, output, errors } = await run(args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(text);
  });
});

it('counts signed approvals, holds them to the pages that are named, and takes no address that is none', async () => {
  const counted = await run(['signed']);
  expect([counted.code, counted.output]).toEqual([
    0,
    expect.stringContaining('Signed approvals: 1, verified 1, failed 0'),
  ]);
  expect((await run(['signed', '--origin', PAGES])).code).toBe(0);
  const elsewhere = await run(['signed', '--origin', 'https://evil.example']);
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.output).toMatch(/^NOT VALID: line 4, entry 3: It was signed on a page of .*\(wrong_signature\)$/m);
  expect(elsewhere.output).toContain('Signed approvals: 1, verified 0, failed 1');
  expect((await run(['signed', '--origin', 'svc.example.com'])).code).toBe(2);
});
