// SPDX-License-Identifier: Apache-2.0
/** Deciding a long export again, by the operators' command: per core, for it uses each of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decided, RULES } from '../../../test/audit/made-decisions.ts';
import { withDigest } from '../../../test/audit/relinked.ts';
import { writeAuditExport } from '../audit-export-file.ts';
import { progress, ROUNDS } from '../rounds.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const ENTRIES = 200_000;
const MILLION = 1_000_000;
/** The processor's time of a million decisions. */
const SECONDS_MAX = 60;
/** Two threads, each with the program and a few blocks. */
const MIB_MAX = 512;

const BUILT_SERVICE = fileURLToPath(new URL('../../../server/bin/svc-server.js', import.meta.url));
/** Prints the processor's time of all threads in microseconds, and the largest memory in kilobytes. */
const TELL =
  'data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();' +
  'process.stderr.write("spent "+(u+s)+" "+m)})';

export async function measureReplay(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-replay-'));
  try {
    const path = join(folder, 'export.ndjson');
    progress(`replay: writing an export of ${ENTRIES} entries`);
    const rules = Object.values(RULES);
    await writeAuditExport(path, ENTRIES, (index) => rules[index] ?? withDigest(decided(index)));
    const runs: { seconds: number; peakMib: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`replay: round ${round} of ${ROUNDS}`);
      runs.push(await replayOnce(path));
    }
    const [seconds, mib] = [runs.map((run) => run.seconds), runs.map(({ peakMib }) => peakMib)];
    return [
      {
        what: 'svc-server audit replay, a million decisions, processor',
        ours: `${Math.round(MILLION / median(seconds)).toLocaleString('en')} decisions/s a core`,
        beside: '',
        results: seconds,
        unit: ' s',
        target: { bound: 'max', value: SECONDS_MAX },
      },
      {
        what: `svc-server audit replay, ${ENTRIES.toLocaleString('en')} entries, peak memory`,
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

async function replayOnce(path: string): Promise<{ seconds: number; peakMib: number }> {
  const child = spawn(process.execPath, ['--import', TELL, BUILT_SERVICE, 'audit', 'replay', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  const [, microseconds, kilobytes] = /^spent (\d+) (\d+)$/m.exec(errors) ?? [];
  if (code !== 0 || microseconds === undefined) throw new Error(`not every decision followed: ${errors}`);
  return { seconds: Number(microseconds) / ENTRIES, peakMib: Number(kilobytes) / 1_024 };
}
