// SPDX-License-Identifier: Apache-2.0

import { EmbeddedPostgresError, startEmbeddedPostgres } from '@svc/postgres';
import pg from 'pg';

/**
 * A service in a process of its own that only keeps an embedded server: `embedded-process.ts <dataDir>`. It prints one
 * JSON line for each event. SIGTERM stops it. SIGINT, which Ctrl-C sends, stops it too, after it has shown whether the
 * database still answers.
 */
const say = (event: string, fields: object = {}) => process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
const log = {
  info: (fields: object, message: string) => say('log', { level: 'info', message, ...fields }),
  warn: (fields: object, message: string) => say('log', { level: 'warn', message, ...fields }),
  error: (fields: object, message: string) => say('log', { level: 'error', message, ...fields }),
};

try {
  const server = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log,
    onCrash: (crash) => say('crash', crash),
    onRestart: () => say('restart', { serverPid: server.pid() }),
  });
  // The server is unreferenced on purpose; a real service has its listener to live for.
  const living = setInterval(() => undefined, 60_000);
  const stop = async () => {
    await server.stop();
    clearInterval(living);
    say('stopped');
  };
  const answerAndStop = async () => {
    const client = new pg.Client(server.connection);
    await client.connect();
    say('interrupted', (await client.query('SELECT 1 AS answer')).rows[0]);
    await client.end();
    await stop();
  };
  // A rejection ends the process with an error, which the test then has to see.
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void answerAndStop());
  const { connection, connectionString, serverVersion, adopted } = server;
  say('ready', { serverPid: server.pid(), connection, connectionString, serverVersion, adopted });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  say('refused', { message: error.message });
}
