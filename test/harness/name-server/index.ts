// SPDX-License-Identifier: Apache-2.0
/** A name server at a socket that answers for TXT records (RFC 1035, section 4). */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { createTextRecords, type TextRecords } from '../../../server/src/outgoing/egress/index.ts';

export interface NameServer {
  /** Texts by the name of their record; a name without any is unknown. */
  records: Map<string, string[]>;
  textRecords: TextRecords;
  stop(): Promise<void>;
}

const HEADER_BYTES = 12;
const TYPE_TXT = 16;
const NO_SUCH_NAME = 3;

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    server.send(answerTo(query.subarray(0, end), records.get(name) ?? []), from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  return {
    records,
    textRecords: createTextRecords(resolver),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let place = HEADER_BYTES;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length));
    place += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: place + 5 };
}

/** A text longer than 255 bytes has several parts. */
function answerTo(question: Buffer, texts: readonly string[]): Buffer {
  const answer = Buffer.from(question);
  answer.writeUInt16BE(0x8180 | (texts.length === 0 ? NO_SUCH_NAME : 0), 2);
  answer.writeUInt16BE(texts.length, 6);
  answer.writeUInt32BE(0, 8);
  const records = texts.map((text) => {
    const parts = text.match(/.{1,255}/g) ?? [''];
    const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
    const head = Buffer.from([0xc0, 0x0c, 0, TYPE_TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([answer, ...records]);
}
