// SPDX-License-Identifier: Apache-2.0
/** Which files `npm run test:thorough` runs: found by what they import, so that none can be forgotten. */
import { importersOf, readImportGraph } from '../tidy/import-graph.ts';

/** Guarantees that `npm test` leaves to the thorough run, each for what it takes beside our own code and PostgreSQL. */
export const ONLY_THOROUGH: readonly string[] = [
  // Attacks beside the first one, a kill -9 under load.
  'test/chaos/{database-away,killed-deliveries,oauth-single-use,processes,two-processes}.test.ts',
  'test/process/{forwarding,redemption}.test.ts',
  // Packages from a registry, beside ours and below the service.
  'test/packages/{authzen-clients,claude-agent-sdk,framework-types,harnesses,keycloak,langgraph}.test.ts',
  'test/packages/{mcp-tools,scim}.test.ts',
  'test/packages/{python-clients,python-package}.test.ts',
  'sdk/compatibility/frameworks/*.test.ts',
  'test/process/ai-sdk-6.test.ts',
  // Programs that a clone does not bring: proxies, systemd, Python, curl, OpenSSL.
  'test/process/{deploy-programs,deploy-proxies,forward-auth-proxies,pooler,held-calls-guide,http-guide}.test.ts',
  'test/audit/second-verifier.test.ts',
  // Programs around the service: the hook of a repository, the development server, the workflow of a pull request.
  'test/process/{commit-hook,dev,pull-request-comment}.test.ts',
  // A backup of the embedded PostgreSQL, and attacks on it beside its first start, its crash, its lock and its stop.
  'test/process/backup.test.ts',
  'postgres/src/{adoption,user}.test.ts',
  // Long chains: 66,000 entries are made, archived, and brought back.
  'server/src/record/audit/archive-levels.test.ts',
];

/** The files of the thorough run, which shows all that `npm test` shows of them. */
export const filesOfThorough = (): string[] => [
  'test/{chaos,failover,packages}/*.test.ts',
  ...ONLY_THOROUGH,
  ...filesOfAmounts(),
];

/**
 * @returns the test files that ask `#harness/amount` how much to show, themselves or through a module that they import
 */
export function filesOfAmounts(): string[] {
  const importers = importersOf(readImportGraph(), ['test/harness/amount/index.ts']);
  return [...importers.keys()].filter((file) => /\.test\.tsx?$/.test(file)).sort();
}
