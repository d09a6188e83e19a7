// SPDX-License-Identifier: Apache-2.0
/** Messages between processes of this service on one machine: each a length of four bytes, and JSON. */
import type { Socket } from 'node:net';

const LENGTH_BYTES = 4;

export function writeFrame(socket: Socket, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  socket.cork();
  socket.write(length);
  socket.write(body);
  socket.uncork();
}

/** Calls for each whole message that has come. */
export function readFrames(socket: Socket, onFrame: (value: unknown) => void): void {
  let held: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + held.readUInt32LE(at);
      if (held.length < end) break;
      onFrame(JSON.parse(held.toString('utf8', at + LENGTH_BYTES, end)));
      at = end;
    }
    held = held.subarray(at);
  });
}
