// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a reader who is too far behind is dropped with the word to resume, and holds no memory of the service. */
import { expect, it } from 'vitest';
import { UNREAD_BYTES_MAX } from './limits.ts';
import { Subscriber, type Viewer } from './subscriber.ts';

const VIEWER: Viewer = { sessionId: 's', accountId: 'a', countedAs: 'a', organizationId: 'o', role: 'MEMBER' };
const RESUME = 'event: end\ndata: {"reason":"resume"}\n\n';
const MESSAGE = 'x'.repeat(1_000);

/** @param takes whether the reader takes what is written */
function open(takes: boolean) {
  const written: string[] = [];
  const ends: string[] = [];
  let unread = 0;
  let left = 0;
  const sink = {
    write(text: string) {
      written.push(text);
      if (!takes) unread += text.length;
    },
    unreadBytes: () => unread,
    end: (text: string) => void ends.push(text),
  };
  const subscriber = new Subscriber(VIEWER, sink, () => {
    left += 1;
  });
  return { subscriber, written, ends, left: () => left };
}

it('is written to as long as the reader takes it', () => {
  const { subscriber, written, ends } = open(true);
  subscriber.startLive();
  for (let sent = 0; sent < 1_000; sent += 1) subscriber.send(MESSAGE);
  expect([written.length, ends]).toEqual([1_000, []]);
});

it('is dropped once, when the reader takes nothing', () => {
  const { subscriber, written, ends, left } = open(false);
  subscriber.startLive();
  for (let sent = 0; sent < 1_000; sent += 1) subscriber.send(MESSAGE);
  expect(ends).toEqual([RESUME]);
  expect(written.join('').length).toBeLessThanOrEqual(UNREAD_BYTES_MAX + MESSAGE.length);
  expect([subscriber.isEnded, left()]).toEqual([true, 1]);
});

it('is dropped when too much comes before its earlier part is read', () => {
  const { subscriber, written, ends, left } = open(true);
  for (let sent = 0; sent < 1_000; sent += 1) subscriber.send(MESSAGE);
  subscriber.startLive();
  expect([written, ends, left()]).toEqual([[], [RESUME], 1]);
});

it('gets in order what came while its earlier part was read', () => {
  const { subscriber, written } = open(true);
  subscriber.send('second');
  subscriber.writeNow('first');
  subscriber.startLive();
  subscriber.send('third');
  expect(written).toEqual(['first', 'second', 'third']);
});
