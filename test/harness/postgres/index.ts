// SPDX-License-Identifier: Apache-2.0
/**
 * Databases for tests: one real server for a whole run, one migrated template, and a clone per request. It owns the
 * server's life and the names of databases. It knows nothing of the schema, which a given function makes. The embedded
 * server runs without fsync here and nowhere else. DATABASE_URL gives another PostgreSQL instead.
 */
export { createOnCluster, onServer, workersOf } from './cluster.ts';
export { type DatabaseLine, startDatabaseLine } from './database-line.ts';
export { keepConnection } from './kept-connection.ts';
export { type PreparedDirectory, prepareDirectory } from './prepared-directory.ts';
export { type ServiceEvent, type ServiceProcess, startServiceProcess } from './service-process.ts';
export { createFilledDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';
export { startTestServer, type TestServer, type TestServerAddress } from './test-server.ts';
