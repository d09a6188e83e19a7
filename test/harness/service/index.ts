// SPDX-License-Identifier: Apache-2.0
/**
 * A running service for tests: real HTTP on loopback, real PostgreSQL, organizations from a provisioning file. It hides
 * no assertion: it starts, calls and stops. `openOrganization` is the usual way in. `startTestService` is for a test
 * about the process, its environment or the database; the header of its file says "A service of its own: …".
 */
export { quickStartFile } from '../../../server/src/process/commands/quick-start/file.ts';
export * from './calls.ts';
export * from './names.ts';
export * from './organizations.ts';
export * from './shared.ts';
export {
  type LastingService,
  startTestService,
  TEST_ENCRYPTION_KEY,
  type TestService,
  type TestServiceOptions,
} from './start.ts';
