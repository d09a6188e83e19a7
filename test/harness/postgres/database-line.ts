// SPDX-License-Identifier: Apache-2.0
/** A line to a database that a test can disturb: it loses answers, and it can be cut. It does not parse statements. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from './test-database.ts';

const PORT_DEFAULT = 5432;

function openerOf(url: URL): () => Socket {
  const folder = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port === '' ? PORT_DEFAULT : url.port));
  return () => (folder === null ? connect(port, url.hostname) : connect(`${folder}/.s.PGSQL.${port}`));
}

export interface DatabaseLine {
  /** The same database, over this line. */
  database: TestDatabase;
  /** From the next chunk with this text on, no answer comes back on any connection. Requests still arrive. */
  loseAnswersFrom(text: string): void;
  /** Ends every connection, and each new one until the line is restored. */
  cut(): void;
  /** Passes nothing on, in either direction, and ends nothing. */
  fallSilent(): void;
  /** New connections go to this server; those that stand stay. */
  leadTo(connectionString: string): void;
  mend(): void;
  stop(): Promise<void>;
}

/** @param listenPort a free one by default */
export async function startDatabaseLine(database: TestDatabase, listenPort = 0): Promise<DatabaseLine> {
  const url = new URL(database.connectionString);
  let open = openerOf(url);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'losing' | 'silent' | 'cut' = 'whole';
  let losesFrom: string | null = null;

  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = open();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [near, far].forEach((one) => void one.destroy()));
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (chunk) => {
      if (losesFrom !== null && chunk.includes(losesFrom)) state = 'losing';
      if (state !== 'silent') far.write(chunk);
    });
    far.on('data', (chunk) => void (state === 'whole' && near.write(chunk)));
  });
  await new Promise<void>((listening) => server.listen(listenPort, '127.0.0.1', listening));
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  return {
    database: { ...database, connectionString: url.href },
    loseAnswersFrom(text) {
      losesFrom = text;
    },
    cut,
    fallSilent() {
      state = 'silent';
    },
    leadTo(connectionString) {
      open = openerOf(new URL(connectionString));
    },
    mend() {
      losesFrom = null;
      state = 'whole';
    },
    async stop() {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
