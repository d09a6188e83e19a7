// SPDX-License-Identifier: Apache-2.0
/** The verifier of the Python package, from its sources. It needs python3 and openssl. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../tidy/source-files.ts';

/** Where Python finds the package. */
export const PYTHON_SOURCES = join(ROOT, 'python/src');

/**
 * @returns what it prints
 * @throws Error with its exit code as `status`, when that is not 0
 */
export function verifyInPython(args: readonly string[]): string {
  return execFileSync('python3', ['-m', 'svc_sdk', 'verify', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, PYTHONPATH: PYTHON_SOURCES },
  });
}
