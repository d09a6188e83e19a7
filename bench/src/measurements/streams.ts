// SPDX-License-Identifier: Apache-2.0
/** The memory of a process with 10,000 open streams of the app, and the time until each hears of a decision. */
import { connect, type Socket } from 'node:net';
import { makeSessions } from '../members.ts';
import { ALLOWED_BODY, headersFor } from '../organizations.ts';
import { progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { residentMib } from './memory.ts';

const STREAMS = 10_000;
const STREAMS_PER_PERSON = 20;
const OPENED_AT_ONCE = 100;
const MEMORY_MIB_MAX = 500;
const HEARD_WITHIN_MS = 30_000;
const HEARD_MS_MAX = 1_000;
const ORGANIZATION = 'Twenty policies';

export async function measureStreams(stage: Stage): Promise<Row[]> {
  await (await stage.startService()).stop();
  const connections = String(STREAMS + 1_000);
  const service = await stage.startService({
    SVC_CONNECTIONS_MAX: connections,
    SVC_CONNECTIONS_PER_ADDRESS_MAX: connections,
  });
  const cookies = await makeSessions(stage.connectionString, {
    organization: ORGANIZATION,
    role: 'MEMBER',
    count: STREAMS / STREAMS_PER_PERSON,
  });
  const emptyMib = residentMib(service.pid);
  const heard = new Map<Socket, number>();
  const sockets: Socket[] = [];
  try {
    for (let first = 0; first < STREAMS; first += OPENED_AT_ONCE) {
      const some = Array.from(
        { length: OPENED_AT_ONCE },
        (_, index) => cookies[(first + index) % cookies.length] ?? '',
      );
      sockets.push(...(await Promise.all(some.map((cookie) => open(service.baseUrl, cookie, heard)))));
      if (sockets.length % 1_000 === 0) progress(`streams: ${sockets.length} open`);
    }
    heard.clear();
    const startMs = performance.now();
    const headers = headersFor(ORGANIZATION);
    const { status } = await fetch(`${service.baseUrl}/v1/events`, { method: 'POST', headers, body: ALLOWED_BODY });
    if (status !== 200) throw new Error(`the decision was answered with ${status}`);
    while (heard.size < STREAMS && performance.now() - startMs < HEARD_WITHIN_MS) await pause(20);
    const lastMs = Math.max(...heard.values()) - startMs;
    const fullMib = residentMib(service.pid);
    return [
      {
        what: `Resident memory with ${STREAMS.toLocaleString('en')} open streams`,
        ours: `${fullMib.toFixed(0)} MiB`,
        beside: `without: ${emptyMib.toFixed(0)} MiB`,
        results: [fullMib],
        unit: ' MiB',
        target: { bound: 'max', value: MEMORY_MIB_MAX },
      },
      {
        what: `A decision told to ${heard.size.toLocaleString('en')} streams: the last one hears`,
        ours: `${lastMs.toFixed(0)} ms`,
        beside: 'nothing',
        results: [lastMs],
        unit: ' ms',
        target: { bound: 'max', value: HEARD_MS_MAX },
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the stream is ready. */
async function open(baseUrl: string, cookie: string, heard: Map<Socket, number>): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  socket.write(`GET /stream HTTP/1.1\r\nHost: ${hostname}\r\nCookie: __Host-svc_access=${cookie}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', (text: string) => {
      if (text.includes('event: ready')) resolve();
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 200)));
      if (text.includes('event: decisions')) heard.set(socket, performance.now());
    });
  });
  return socket;
}
