// SPDX-License-Identifier: Apache-2.0
/**
 * `npm test`: all checks, then all tests, those of the Python client too. They set up what they need: a PostgreSQL of
 * their own is started by them. With `--checked` the checks were run just before.
 */
import { run } from './run.mjs';

if (!process.argv.includes('--checked')) await import('./check.mjs');
run('Chromium for the browser tests', process.execPath, ['scripts/chromium.mjs']);
run('Tests', 'vitest', ['run']);
run('Tests of the Python client', process.execPath, ['scripts/python.mjs', 'client']);
