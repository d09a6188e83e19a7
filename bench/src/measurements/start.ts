// SPDX-License-Identifier: Apache-2.0
/** The time from `npm start`, with the build present, to the first answered decision. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { progress, ROUNDS } from '../rounds.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const START_WITHIN_MS = 120_000;
const NEW_SECONDS_MAX = 3;
const EXISTING_SECONDS_MAX = 1.5;
const ACTION = { agent: 'billing-bot', action: 'READ_DATA', resource: 'price-list' };

export async function measureStart(): Promise<Row[]> {
  const fresh: number[] = [];
  const existing: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    progress(`start: ${round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`}`);
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-start-'));
    try {
      const seconds = [await startOnce(dataDir), await startOnce(dataDir)] as const;
      if (round === 0) continue;
      fresh.push(seconds[0]);
      existing.push(seconds[1]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const row = (kind: string, results: number[], value: number): Row => ({
    what: `npm start to the first decision, ${kind} data directory`,
    ours: `${median(results).toFixed(2)} s`,
    beside: '',
    results,
    unit: ' s',
    target: { bound: 'max', value },
  });
  return [row('new', fresh, NEW_SECONDS_MAX), row('existing', existing, EXISTING_SECONDS_MAX)];
}

async function startOnce(dataDir: string): Promise<number> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const startMs = performance.now();
  // A process group of its own: npm, its shell and the service get the signal to stop together.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    detached: true,
    env: { PATH, HOME, TMPDIR, SVC_DATA_DIR: dataDir, SVC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { baseUrl, key } = await welcomeOf(child);
    const response = await fetch(`${baseUrl}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(ACTION),
    });
    await response.json();
    if (response.status !== 200) throw new Error(`the first decision was answered with ${response.status}`);
    return (performance.now() - startMs) / 1_000;
  } finally {
    await stopGroup(child);
  }
}

/** The address and the key, as printed for a person. */
function welcomeOf(child: ChildProcess): Promise<{ baseUrl: string; key: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('npm start printed no key')), START_WITHIN_MS);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, baseUrl] = /App\s+(http:\/\/[\w.:]+)\/app/.exec(output) ?? [];
      const [, key] = /LIVE key\s+(key_live_\w{43})/.exec(output) ?? [];
      if (baseUrl === undefined || key === undefined) return;
      clearTimeout(timer);
      resolve({ baseUrl, key });
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  // The output closes when the last process of the group is gone, and with it the lock of the data directory.
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}
