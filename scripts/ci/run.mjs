// SPDX-License-Identifier: Apache-2.0
/**
 * CI on a clean clone: installation, the README's test command in its two parts, and the thorough tests. A release is made
 * and run, and the adapters of the Python client follow, at their newest and oldest frameworks. Then the tests that speak
 * SQL run on Debian's PostgreSQL 15 and the recommended Node. It needs Node and Python, and nothing installed.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStages } from './stages.mjs';

/** A run has 90 minutes. A stage that hangs is told before they are over. */
const WITHIN_MS = 85 * 60_000;

// The tests leave out what a later stage runs: it is not shown twice.
process.env.SVC_TEST_STAGES_FOLLOW = '1';

const stages = [
  { name: 'install', command: 'bash', args: ['scripts/ci/install.sh'] },
  { name: 'checks', command: 'npm', args: ['run', 'check'] },
  { name: 'tests', command: 'node', args: ['scripts/test.mjs', '--checked'] },
  { name: 'thorough', command: 'npm', args: ['run', 'test:thorough'] },
  { name: 'release', command: 'npm', args: ['run', 'test:release'] },
  { name: 'python', command: 'node', args: ['scripts/python.mjs', 'frameworks'] },
  { name: 'postgresql-15', command: 'bash', args: ['scripts/ci/postgresql-15.sh'] },
];

// Not within node_modules: `npm ci` empties it.
const folder = mkdtempSync(join(tmpdir(), 'svc-ci-'));
const hasPassed = await runStages(stages, {
  cwd: dirname(dirname(import.meta.dirname)),
  folder,
  withinMs: WITHIN_MS,
});
process.exitCode = hasPassed ? 0 : 1;
