#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';

const main = new URL('../../dist/service/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('svc-server is not built yet: run `npm run build` in the project root first.\n');
  process.exitCode = 1;
}
