// SPDX-License-Identifier: Apache-2.0
/** The verdicts of both verifiers on exports that were made in memory. The second one needs python3 and openssl. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { verifyExport } from '../../core/src/audit-export/index.ts';
import { verifyInPython } from './verify-in-python.ts';

export interface Verdict {
  valid: boolean;
  line?: number | null;
  signed: number;
  verified: number;
  failed: number;
  quorums: number;
  redemptions: number;
}

/** A folder for the files of a test file, which is removed after it. */
export function exportFolder(): () => string {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-verdicts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return () => folder;
}

export function ours(text: string, origin: string | null = null): Verdict & { code: string | null } {
  const verifier = verifyExport({ key: null, since: null, origin });
  verifier.push(Buffer.from(text));
  const { isValid, fault, signatures, quorums, redemptions } = verifier.end();
  return { valid: isValid, line: fault?.line ?? null, code: fault?.code ?? null, ...signatures, quorums, redemptions };
}

export function theirs(folder: string, texts: readonly string[]): Verdict[] {
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.ndjson`);
    writeFileSync(file, text);
    return file;
  });
  const printed = verifyInPython(['--many', ...files])
    .trimEnd()
    .split('\n');
  return printed.map((line) => JSON.parse(line) as Verdict);
}
