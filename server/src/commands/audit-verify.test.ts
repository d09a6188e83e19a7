/**
 * `svc-server audit verify` as a stranger runs it: verdict, place of the first fault, exit code, and no unstated trust.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeExport } from '../../../test/audit/made-export.ts';
import { verifyAuditFile } from './audit-verify.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const sound = makeExport({ entries: 9, checkpointsAt: [4], privateKey });
const rewritten = makeExport({ entries: 9, checkpointsAt: [4], privateKey, story: 'b' });
const forged = makeExport({ entries: 9, privateKey: generateKeyPairSync('ed25519').privateKey });

let folder: string;
const files: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-audit-'));
  const keep = (name: string, text: string) => {
    files[name] = join(folder, name);
    writeFileSync(files[name], text);
  };
  keep('sound', sound.text);
  keep('older', sound.lines.slice(0, 6).join(''));
  keep('note', sound.notes[0] ?? '');
  keep('edited', sound.text.replace('"CPF"', '"RG"'));
  keep('rewritten', rewritten.text);
  keep('forged', forged.text);
  const [note = ''] = sound.notes;
  keep('note-crlf', note.replaceAll('\n', '\r\n'));
  keep('note-cut', note.trimEnd());
  keep('note-spaced', `\n\n${note.replaceAll('\n', '\n\n')}\n`);
  keep('note-indented', `\ufeff${note.replaceAll('\n', '  \n')}`);
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
  [['sound', '--since', 'binary'], 1, 'The earlier checkpoint is none of this key.'],
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
  ])('%j ends with 2', async (args, text) => {
    const { code, output, errors } = await run(args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(text);
  });
});
