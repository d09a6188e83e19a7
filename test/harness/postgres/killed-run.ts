// SPDX-License-Identifier: Apache-2.0

import { startTestServer } from './test-server.ts';

/** A test run that is killed without any chance to clean up. Prints its server's address first. */
const server = await startTestServer({ migrate: async () => undefined });
process.stdout.write(`${JSON.stringify(server.address)}\n`, () => process.kill(process.pid, 'SIGKILL'));
