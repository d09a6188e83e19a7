// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run guarantees`: every test as a line of stage, file and name, separated by tabs and in order, so that two commits
 * can be compared. `npm test` runs the stages fast, console, service and alone; CI runs all but chaos.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './run.mjs';

/** The stage is the project of the first configuration, and the configuration itself of the others. */
const CONFIGURATIONS = [
  { config: 'vitest.config.ts' },
  { config: 'vitest.thorough.config.ts', stage: 'thorough' },
  { config: 'vitest.chaos.config.ts', stage: 'chaos' },
  { config: 'vitest.database.config.ts', stage: 'PostgreSQL 15' },
];

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

function testsOf({ config, stage }) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-guarantees-'));
  try {
    const file = join(folder, 'tests.json');
    const args = [vitest, 'list', '--config', config, `--json=${file}`];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`vitest list --config ${config} ended with ${status}`);
    return JSON.parse(readFileSync(file, 'utf8')).map(({ name, file: path, projectName }) =>
      [stage ?? projectName.replace(/ \(.*/, ''), relative(root, path), name.replace(/\s+/g, ' ')].join('\t'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lines = CONFIGURATIONS.flatMap(testsOf);
process.stdout.write(`${['stage\tfile\ttest', ...lines.toSorted()].join('\n')}\n`);
