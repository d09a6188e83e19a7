import type { TestProject } from 'vitest/node';
import { migrate } from '../../../server/src/db/migrate.ts';
import { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestServerAddress;
  }
}

/** One server serves every project of a run. Each project loads this module anew, so the server is kept globally. */
interface Shared {
  projects: number;
  starting: Promise<TestServer>;
}
declare global {
  var svcTestPostgres: Shared | undefined;
}

/** Runs in vitest's own process before the tests of a project that names it; what it returns runs after all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.svcTestPostgres ??= { projects: 0, starting: start() };
  const shared = globalThis.svcTestPostgres;
  shared.projects += 1;
  project.provide('testPostgres', (await shared.starting).address);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    globalThis.svcTestPostgres = undefined;
    await (await shared.starting).stop();
  };
}

function start(): Promise<TestServer> {
  return startTestServer({
    databaseUrl: process.env.DATABASE_URL,
    migrate: (connectionString) => migrate({ connectionString }),
  });
}
