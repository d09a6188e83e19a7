import type { TestProject } from 'vitest/node';
import { migrate } from '../../../server/src/db/migrate.ts';
import { startTestServer, type TestServerAddress } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestServerAddress;
  }
}

/**
 * Runs once before all test files, in vitest's own process. The returned function runs after them, also when they
 * failed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL,
    migrate: (connectionString) => migrate({ connectionString }),
  });
  project.provide('testPostgres', server.address);
  return () => server.stop();
}
