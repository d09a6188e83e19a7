// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run statements`: writes every statement that the service sends to `test/statements/statements.json`, by running
 * the tests that have a database. With paths of tests behind `--` it adds what those send.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildService } from './build-service.mjs';
import { run } from './run.mjs';

const paths = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'svc-statements-'));
process.env.SVC_STATEMENTS_SEEN = join(folder, 'seen');
if (paths.length > 0) process.env.SVC_STATEMENTS_ADDS = '1';
await buildService();
try {
  run('Tests', 'vitest', ['run', '--project', 'service', ...(paths.length > 0 ? paths : ['server/src/'])]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
