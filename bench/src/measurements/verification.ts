// SPDX-License-Identifier: Apache-2.0
/** The offline check of a long export, by the operators' command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAuditExport } from '../audit-export-file.ts';
import { progress, ROUNDS } from '../rounds.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const ENTRIES = 1_000_000;
const SECONDS_MAX = 30;
const MIB_MAX = 256;

const BUILT_SERVICE = fileURLToPath(new URL('../../../server/bin/svc-server.js', import.meta.url));
/** Prints the largest memory of the process, in kilobytes. */
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';

export async function measureVerification(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-audit-'));
  try {
    const path = join(folder, 'export.ndjson');
    progress(`verification: writing an export of ${ENTRIES} entries`);
    await writeAuditExport(path, ENTRIES);
    const runs: { seconds: number; peakMib: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`verification: round ${round} of ${ROUNDS}`);
      runs.push(await verifyOnce(path));
    }
    const what = `svc-server audit verify, ${ENTRIES.toLocaleString('en')} entries`;
    const [seconds, mib] = [runs.map((run) => run.seconds), runs.map(({ peakMib }) => peakMib)];
    return [
      {
        what,
        ours: `${Math.round(ENTRIES / median(seconds)).toLocaleString('en')} entries/s`,
        beside: '',
        results: seconds,
        unit: ' s',
        target: { bound: 'max', value: SECONDS_MAX },
      },
      {
        what: `${what}, peak memory`,
        ours: `${median(mib).toFixed(0)} MiB`,
        beside: '',
        results: mib,
        unit: ' MiB',
        target: { bound: 'max', value: MIB_MAX },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function verifyOnce(path: string): Promise<{ seconds: number; peakMib: number }> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', TELL_MEMORY, BUILT_SERVICE, 'audit', 'verify', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - startMs) / 1_000;
  const [, kilobytes] = /^peak (\d+)$/.exec(errors) ?? [];
  if (code !== 0 || kilobytes === undefined) throw new Error(`the export was not found valid: ${errors}`);
  return { seconds, peakMib: Number(kilobytes) / 1_024 };
}
