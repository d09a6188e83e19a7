// SPDX-License-Identifier: Apache-2.0
/** `svc-server audit verify` as a process: no configuration, no database, and exit codes that a script can tell apart. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeExport } from '../audit/made-export.ts';
import { ROOT } from '../tidy/source-files.ts';

const BINARY = join(ROOT, 'server/bin/svc-server.js');
const sound = makeExport({ entries: 20, checkpointsAt: [7], privateKey: generateKeyPairSync('ed25519').privateKey });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** With an environment in which the service itself could not start. */
function verify(args: readonly string[], input: string): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [BINARY, 'audit', 'verify', ...args],
      { env: { SVC_PORT: 'nonsense', DATABASE_URL: 'nonsense' }, cwd: folder },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
    child.stdin?.end(input);
  });
}

it('ends with 0 for what is valid, 1 for what is not, and 2 for what cannot be checked', async () => {
  writeFileSync(join(folder, 'checkpoint.txt'), sound.notes[0] ?? '');
  const valid = await verify(['-', '--since', 'checkpoint.txt', '--key', sound.verifierKey], sound.text);
  expect(valid).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('VALID: 20 entries') });
  const changed = await verify(['-'], sound.text.replace('"riskScore":5', '"riskScore":6'));
  expect(changed).toMatchObject({
    code: 1,
    errors: '',
    output: expect.stringMatching(/^NOT VALID: line \d+, entry \d+: /),
  });
  expect(await verify(['nowhere'], '')).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('ENOENT'),
  });
  expect((await verify([], '')).code).toBe(2);
});
