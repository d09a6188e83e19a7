// SPDX-License-Identifier: Apache-2.0
/**
 * The target of forwarded calls: it reads a request and answers at once, or never. It works on the bare socket, since
 * it shares the machine with the service under measurement. A full HTTP server would cost a fifth of what forwarding
 * does.
 */
import { type AddressInfo, createServer } from 'node:net';

const BODY = JSON.stringify({ id: 17, status: 'shipped' });
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;

const server = createServer({ noDelay: true }, (socket) => {
  let received = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    received += text;
    for (let end = requestEnd(received); end > 0; end = requestEnd(received)) {
      const isHanging = received.startsWith('/hangs', received.indexOf(' ') + 1);
      received = received.slice(end);
      if (!isHanging) socket.write(ANSWER, 'latin1');
    }
  });
});

/** Where the first request ends; 0 while it is not there whole. */
function requestEnd(text: string): number {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const end = headEnd + HEAD_END.length + Number(LENGTH.exec(text.slice(0, headEnd))?.[1] ?? 0);
  return text.length < end ? 0 : end;
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
