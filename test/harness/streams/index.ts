// SPDX-License-Identifier: Apache-2.0
/** A reader of the app's stream of server-sent events, as a browser reads it. */
import { expect } from 'vitest';
import type { Browser } from '../service/sessions.ts';

export interface StreamEvent {
  event: string;
  data: unknown;
}

/** The fields of all messages together. */
interface Told {
  live: Record<'ALLOW' | 'REVIEW' | 'BLOCK', number>;
  sandbox: Told['live'];
  items: { eventId: string }[];
}

export interface OpenStream {
  /** Waits for the next event of this name that was not returned before. */
  next<Data = unknown>(event: string): Promise<Data>;
  /** The data of all events of this name so far. */
  all(event: string): Told[];
  events(): readonly StreamEvent[];
  text(): string;
  lastId(): string | null;
  close(): void;
  /** Resolves when the server has ended it. */
  closed: Promise<void>;
}

export async function openStream(baseUrl: string, browser: Browser, lastId?: string): Promise<OpenStream> {
  const ending = new AbortController();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${baseUrl}/stream`, {
    headers: { cookie, accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: ending.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const events: StreamEvent[] = [];
  const returned = new Map<string, number>();
  let text = '';
  let read = 0;
  let id: string | null = null;

  function take(): void {
    for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
      const fields = new Map(
        text
          .slice(read, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      read = end + 2;
      id = fields.get('id') ?? id;
      const data = fields.get('data');
      if (data === undefined) continue;
      events.push({ event: fields.get('event') ?? 'message', data: JSON.parse(data) });
    }
  }

  const closed = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      take();
    }
  })().catch(() => undefined);

  return {
    async next<Data>(event: string): Promise<Data> {
      const place = returned.get(event) ?? 0;
      returned.set(event, place + 1);
      const found = () => events.filter((one) => one.event === event)[place];
      await expect.poll(found, { interval: 5 }).toBeDefined();
      return found()?.data as Data;
    },
    all: (event) => events.filter((one) => one.event === event).map(({ data }) => data as Told),
    events: () => events,
    text: () => text,
    lastId: () => id,
    close: () => ending.abort(),
    closed,
  };
}
