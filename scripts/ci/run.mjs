// SPDX-License-Identifier: Apache-2.0
/**
 * CI on a clean clone: installation, the README's test command, and the thorough tests. The adapters of the Python
 * client follow, at their newest and oldest frameworks. Then the tests that speak SQL run on Debian's PostgreSQL 15 and
 * the recommended Node. It needs Node and Python, and nothing installed.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStages } from './stages.mjs';

const STAGE_WITHIN_MS = 25 * 60_000;

const stages = [
  { name: 'install', command: 'bash', args: ['scripts/ci/install.sh'] },
  { name: 'tests', command: 'npm', args: ['test'] },
  { name: 'thorough', command: 'npm', args: ['run', 'test:thorough'] },
  { name: 'python', command: 'node', args: ['scripts/python.mjs', 'frameworks'] },
  { name: 'postgresql-15', command: 'bash', args: ['scripts/ci/postgresql-15.sh'] },
];

// Not within node_modules: `npm ci` empties it.
const folder = mkdtempSync(join(tmpdir(), 'svc-ci-'));
const hasPassed = await runStages(stages, {
  cwd: dirname(dirname(import.meta.dirname)),
  folder,
  withinMs: STAGE_WITHIN_MS,
});
process.exitCode = hasPassed ? 0 : 1;
