// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the guide "Decide it again yourself" is run: each command prints what stands below it. The command holds a
 * part of the file in memory, whatever its length. It needs python3 and sh.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decided, madeDecisions } from '../audit/made-decisions.ts';
import { linkedExport } from '../audit/relinked.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const BINARY = join(ROOT, 'server/bin/svc-server.js');
const guide = readRepositoryFile('docs/guides/decide-again.md');

/** Commands, each with the text below it. */
const EXAMPLES = [...guide.matchAll(/```sh\n([a-z][^\n]*)\n```\n(?:\n```text\n([\s\S]*?)```)?/g)].map(
  ([, command = '', printed = '']) => ({ command, printed }),
);
const DECISIONS = 200;
const CHANGED = 60;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-guide-'));
  const drafts = madeDecisions(DECISIONS);
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
  file('svc-audit.ndjson', linkedExport(drafts));
  file('earlier.ndjson', linkedExport(drafts.slice(0, CHANGED - 1)));
  const blocked = { decision: 'BLOCK' };
  const change = (one: (typeof drafts)[number]) => ({ ...one, metadata: { ...one.metadata, ...blocked } });
  file('changed.ndjson', linkedExport(drafts.map((one, at) => (at + 1 === CHANGED ? change(one) : one))));
  const [, script = ''] = /```sh\n(#!\/bin\/sh\n# decide-again\.sh\n[\s\S]*?)```/.exec(guide) ?? [];
  file('decide-again.sh', script);
  file('svc-server', `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  chmodSync(join(folder, 'svc-server'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

function sh(command: string) {
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  return spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8', timeout: PROGRAM_WITHIN_MS });
}

it('has a command for each kind of outcome', () => {
  expect(EXAMPLES.map(({ command }) => command)).toHaveLength(5);
});

it.each(EXAMPLES)('$command', ({ command, printed }) => {
  const { stdout, stderr, status } = sh(command);
  // A slow machine is told how far it has come.
  expect(stderr).toMatch(/^(?:\d+ decisions decided again\n)*$/);
  // An ellipsis stands for what differs each time, and for what is left out at the end.
  const expected = printed.split('\n').map((line) => line.split('…')[0] ?? '');
  const found = stdout.split('\n');
  for (const [at, line] of expected.entries()) expect(found[at]?.slice(0, line.length)).toBe(line);
  expect(stdout).not.toBe('');
  expect(status).toBe(printed.startsWith('DIFFERS') ? 1 : 0);
});

it('fails a script where a decision differs', () => {
  expect(sh('sh decide-again.sh changed.ndjson earlier.ndjson').status).toBe(1);
});

/** Enough for the program, and a part of the file. */
const HEAP_MEGABYTES = 48;
const MANY = 8_000;
const PADDING = 'x'.repeat(12_000);

it('replays a file that is larger than its memory', () => {
  const path = join(folder, 'many.ndjson');
  const text = linkedExport([
    ...madeDecisions(0),
    ...Array.from({ length: MANY }, (_, at) => decided(at, { PADDING })),
  ]);
  expect(text.length).toBeGreaterThan(2 * HEAP_MEGABYTES * 1_048_576);
  writeFileSync(path, text);
  const options = { encoding: 'utf8', timeout: PROGRAM_WITHIN_MS } as const;
  const args = [`--max-old-space-size=${HEAP_MEGABYTES}`, BINARY, 'audit', 'replay', path];
  const { stdout, status } = spawnSync(process.execPath, args, options);
  expect(stdout).toContain(`ALIKE: ${MANY} of ${MANY} decisions`);
  expect(status).toBe(0);
});
