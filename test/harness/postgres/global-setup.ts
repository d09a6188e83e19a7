// SPDX-License-Identifier: Apache-2.0

import type { TestProject } from 'vitest/node';
import { migrate } from '../../../server/src/storage/schema/migrate.ts';
import { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestServerAddress;
  }
}

/** Vitest's own process runs it before the tests of the project that names it, and what it returns after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await start();
  project.provide('testPostgres', server.address);
  return () => server.stop();
}

function start(): Promise<TestServer> {
  return startTestServer({
    databaseUrl: process.env.SVC_TEST_CITUS_URL ?? process.env.DATABASE_URL,
    isCluster: process.env.SVC_TEST_CITUS_URL !== undefined,
    migrate: (connectionString) => migrate({ connectionString }),
  });
}
