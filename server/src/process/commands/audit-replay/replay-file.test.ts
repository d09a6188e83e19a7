// SPDX-License-Identifier: Apache-2.0
/** Guarantee: `svc-server audit replay` answers any file with a code and a sentence, and tells what it could not decide. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AuditDraft } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decided, draft, madeDecisions } from '../../../../../test/audit/made-decisions.ts';
import { linkedExport } from '../../../../../test/audit/relinked.ts';
import { replayAuditFile } from './index.ts';

const RULE_COUNT = 4;
const drafts = madeDecisions(2_000);
const sound = linkedExport(drafts);
const lines = sound.split('\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], input: string | Buffer = '') {
  let [output, errors] = ['', ''];
  const code = await replayAuditFile(args, {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { write: (part: string) => (output += part) },
    stderr: { write: (part: string) => (errors += part) },
  });
  return { code, output, errors };
}

/** With fields of some decisions changed, by the number of the entry. */
function changed(changes: Readonly<Record<number, JsonObject>>): string {
  const change = (one: AuditDraft, index: number): AuditDraft =>
    changes[index + 1] === undefined ? one : { ...one, metadata: { ...one.metadata, ...changes[index + 1] } };
  return linkedExport(drafts.map(change));
}

it('says how many follow, and by which key', async () => {
  const { code, output, errors } = await run(['-'], sound);
  // How far it is, is told while it takes long.
  expect([code, errors.replaceAll(/^\d+ decisions decided again\n/gm, '')]).toEqual([0, '']);
  expect(output).toMatch(/^ALIKE: 2000 of 2000 decisions follow from the rules before them\n/);
  expect(output).toContain('The export is valid: 2004 entries');
  expect(output).toContain('the key in the export itself');
});

it('names each decision that differs, in the order of the chain', async () => {
  const text = changed({
    1900: { monitored: true },
    60: { decision: 'BLOCK' },
    700: { riskScore: 1, riskLevel: 'LOW' },
  });
  const { code, output } = await run(['-'], text);
  expect(code).toBe(1);
  expect(output.split('\n').slice(0, 4)).toEqual([
    'DIFFERS: 1997 of 2000 decisions follow from the rules before them',
    expect.stringMatching(/^ {2}entry 60 differs: decision was recorded as "BLOCK"; "(ALLOW|REVIEW)" follows$/),
    expect.stringMatching(/^ {2}entry 700 differs: riskScore was recorded as 1; \d+ follows$/),
    '  entry 1900 differs: monitored was recorded as true; false follows',
  ]);
});

it('counts by its reason what cannot be decided, and says what differs first', async () => {
  const missing = { 50: { dlpFindings: undefined }, 40: { dlpFindings: undefined }, 45: { edition: 7 } };
  const undecided = await run(['-'], changed(missing));
  expect(undecided.code).toBe(3);
  expect(undecided.output).toContain('UNDECIDED: 1997 of 2000 decisions follow');
  expect(undecided.output).toContain('  not decided: 2, the first of them entry 40: the entry lacks dlpFindings');
  expect(undecided.output).toContain(
    '  not decided: 1, the first of them entry 45: a version with other tables decided',
  );
  const both = await run(['-', '--json'], changed({ ...missing, 80: { decision: 'BLOCK' } }));
  expect([both.code, JSON.parse(both.output)]).toMatchObject([
    1,
    { verdict: 'DIFFERS', alike: 1_996, differing: 1, first: [{ seq: 80, field: 'decision' }] },
  ]);
});

it('tells the first hundred of many, and cuts what a file makes long', async () => {
  const long = 'x'.repeat(100_000);
  const all = Object.fromEntries(drafts.map((_, index) => [index + 1, index < RULE_COUNT ? {} : { agentName: long }]));
  const { code, output } = await run(['-'], changed(all));
  expect(code).toBe(1);
  expect(output).toContain('  and 1900 more that differ\n');
  expect(output.length).toBeLessThan(50_000);
});

it('shows no sign that steers a terminal', async () => {
  const { output } = await run(['-'], changed({ 9: { agentName: 'bot\u009b2J\u202e' } }));
  expect(output).toContain('agentName was recorded as "bot\\u009b2J\\u202e"');
});

it.each<[string[], number]>([
  [['--from', '61'], 0],
  [['--to', '59'], 0],
  [['--from', '60'], 1],
  [['--to', '60'], 1],
  [['--from', '60', '--to', '60'], 1],
  [['--from', '9000'], 0],
])('%j decides a part of the chain under the rules of the whole', async (args, code) => {
  expect((await run(['-', ...args], changed({ 60: { decision: 'BLOCK' } }))).code).toBe(code);
});

describe('with earlier evidence', () => {
  const earlier = () => join(folder, 'earlier.ndjson');
  beforeAll(() => writeFileSync(earlier(), linkedExport(drafts.slice(0, 500))));

  it('continues it', async () => {
    const { code, output } = await run(['-', '--since', earlier()], sound);
    expect(code).toBe(0);
    expect(output).toContain('the key of the earlier evidence');
  });

  it('is refused where it was rewritten, although each decision follows', async () => {
    const { code, errors } = await run(['-', '--since', earlier()], linkedExport(madeDecisions(600).toSpliced(9, 1)));
    expect(code).toBe(2);
    expect(errors).toMatch(/^Not decided again: the export is not valid: .* Among entries 1 to 500 are others/);
  });
});

describe('a file that is no export', () => {
  const swapped = lines.toSpliced(20, 2, lines[21] ?? '', lines[20] ?? '');
  it.each<[string, string | Buffer, string]>([
    ['empty', '', 'The end is missing'],
    ['binary', Buffer.from([0, 255, 10, 200]), 'line 1: The line is no JSON object in UTF-8.'],
    ['in UTF-16', Buffer.from(`\ufeff${sound}`, 'utf16le'), 'is written in UTF-16'],
    [
      'with a line that is too long',
      lines.toSpliced(9, 0, 'x'.repeat(1_200_000)).join('\n'),
      'line 10: The line is longer',
    ],
    ['with deep JSON', lines.toSpliced(9, 0, '['.repeat(500_000)).join('\n'), 'line 10: The line is no JSON object'],
    [
      'with deep metadata',
      sound.replace('"contextCommitments":null', `"contextCommitments":${'['.repeat(9_000)}${']'.repeat(9_000)}`),
      'holds a value that canonical JSON does not know',
    ],
    ['in another order', swapped.join('\n'), 'is missing: found number'],
    ['with an entry left out', lines.toSpliced(20, 1).join('\n'), 'is missing: found number'],
    ['cut', sound.slice(0, 300_000), 'The end is missing'],
    ['with a changed entry', sound.replace('"riskBlockAt":90', '"riskBlockAt":91'), 'do not match its hash'],
  ])('%s ends with 2 and a sentence', async (_, input, sentence) => {
    const { code, output, errors } = await run(['-'], input);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^Not decided again: /);
    expect(errors).toContain(sentence);
  });

  it('nor one whose rules take more than any organization may have', async () => {
    const name = 'x'.repeat(1_000_000);
    const many = Array.from({ length: 105 }, (_, at) => draft('agent.created', `agent ${at}`, { after: { name } }));
    const { code, errors } = await run(['-'], linkedExport([...many, decided(1)]));
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining('its rules take more than 100000000 characters at once'),
    ]);
  });
});

it.each<[string[], string]>([
  [[], 'Usage'],
  [['-', '-'], 'Usage'],
  [['-', '--from'], 'Usage'],
  [['-', '--from', '0'], 'Usage'],
  [['-', '--to', '2026-11-20'], 'Usage'],
  [['-', '--json', '--json'], 'Usage'],
  [['-', '--unknown'], 'Usage'],
  [['/nowhere/at/all'], 'ENOENT'],
  [['/tmp'], 'EISDIR'],
  [['-', '--key', 'garbage'], '--key is no verifier key'],
])('%j ends with 2', async (args, text) => {
  const { code, output, errors } = await run(args, sound);
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain(text);
});
