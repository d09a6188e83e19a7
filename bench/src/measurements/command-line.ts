// SPDX-License-Identifier: Apache-2.0
/** The command line from a person's view: the time to start, and the time to check 1,000 policies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternate, progress, ROUNDS } from '../rounds.ts';
import { median } from '../statistics.ts';
import { milliseconds, type Row } from '../table.ts';

const SVC = fileURLToPath(new URL('../../../cli/bin/svc.js', import.meta.url));
const VERSION_MS_MAX = 150;
const VERSION_TIMES_MAX = 3;
const FILES = 100;
const POLICIES_PER_FILE = 10;
const VALIDATE_SECONDS_MAX = 1;
/** The starts of one round: a single start says little. */
const STARTS = 5;

export async function measureCommandLine(): Promise<Row[]> {
  const what = 'svc --version';
  const rounds = await alternate(
    what,
    { name: what, measure: () => medianStart([SVC, '--version']) },
    { name: 'node -e 0', measure: () => medianStart(['-e', '0']) },
  );
  const version = rounds.map(({ ours }) => ours);
  const bare = rounds.map(({ beside }) => beside);
  const beside = `node -e 0: ${milliseconds(bare)}`;
  const ours = milliseconds(version);
  const times = version.map((one, round) => one / (bare[round] ?? Number.NaN));
  return [
    { what, ours, beside, results: version, unit: ' ms', target: { bound: 'max', value: VERSION_MS_MAX } },
    { what, ours, beside, results: times, unit: '', target: { bound: 'max', value: VERSION_TIMES_MAX } },
    await measureValidate(),
  ];
}

async function measureValidate(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-policies-'));
  const seconds: number[] = [];
  try {
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(folder, `${file}.yaml`), policyFile(file));
    for (let round = 0; round <= ROUNDS; round += 1) {
      progress(`svc policies validate: ${round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`}`);
      const ms = await timedRun([SVC, 'policies', 'validate', folder]);
      if (round > 0) seconds.push(ms / 1_000);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const policies = FILES * POLICIES_PER_FILE;
  return {
    what: `svc policies validate, ${policies.toLocaleString('en')} policies in ${FILES} files`,
    ours: `${median(seconds).toFixed(2)} s`,
    beside: '',
    results: seconds,
    unit: ' s',
    target: { bound: 'max', value: VALIDATE_SECONDS_MAX },
  };
}

/** Policies as people write them: a description, a condition with a group, roles. */
function policyFile(file: number): string {
  const documents = Array.from(
    { length: POLICIES_PER_FILE },
    (_, index) => `apiVersion: svc/v1
kind: Policy
metadata:
  name: Policy ${file}-${index}
spec:
  description: Customer data is exported only when a person agrees.
  action: EXPORT
  resource: CUSTOMER_PII
  condition:
    anyOf:
      - destination: EXTERNAL
        minRecords: ${index * 100}
      - minRiskScore: 50
  decision: REVIEW
  mode: ENFORCE
  approverRoles: [OWNER, ADMIN]
`,
  );
  return documents.join('---\n');
}

async function medianStart(args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) times.push(await timedRun(args));
  return median(times);
}

/** Measures from the start of the process to its end. */
async function timedRun(args: readonly string[]): Promise<number> {
  const { PATH = '', HOME = '' } = process.env;
  const startMs = performance.now();
  const child = spawn(process.execPath, args, { env: { PATH, HOME }, stdio: 'ignore' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - startMs;
}
