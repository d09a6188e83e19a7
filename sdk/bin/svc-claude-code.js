#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Claude Code goes ahead with a call when a hook ends with any code but 0 and 2: every failure here ends with 2.
import { fstatSync, statSync } from 'node:fs';

const fail = (error) => {
  try {
    process.stderr.write(`Not run: the svc hook failed (${error?.code ?? error?.name}).\n`);
  } catch {
    // Nobody reads it: the code says enough.
  }
  process.exit(2);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.stderr.on('error', () => process.exit(2));
process.stdout.on('error', fail);

// Node.js opens the null device where stdout was closed: an answer there would reach nobody.
const isNowhere = () => {
  try {
    const [own, nowhere] = [fstatSync(1), statSync('/dev/null')];
    return own.isCharacterDevice() && own.rdev === nowhere.rdev;
  } catch {
    return process.platform !== 'win32';
  }
};

try {
  if (isNowhere()) throw Object.assign(new Error(), { code: 'stdout is closed' });
  const { runHook } = await import('../dist/claude-code/index.js');
  await runHook(process.argv.slice(2), process, process.env);
  process.exit(0);
} catch (error) {
  fail(error);
}
