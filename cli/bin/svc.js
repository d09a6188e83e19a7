#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  const { runProcess } = await import(main.href);
  await runProcess();
} else {
  process.stderr.write('svc is not built yet: run `npm run build` in the project root first.\n');
  process.exitCode = 1;
}
