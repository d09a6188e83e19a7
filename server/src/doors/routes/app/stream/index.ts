// SPDX-License-Identifier: Apache-2.0
/** The routes of stream. */
import type { ServerResponse } from 'node:http';
import type { StreamSink } from '../../../../decisions/stream/index.ts';
import { noteStream } from '../../../http/index.ts';
import { type AppHandlers, countedAs } from '../register.ts';

export const STREAM_ROUTES = {
  /** GET /stream: news of the organization as server-sent events, until the session ends. */
  openStream: async ({ streams }, request, person, reply) => {
    streams.checkRoom(countedAs(person), person.organization.id);
    const lastId = request.headers['last-event-id'];
    const viewer = {
      sessionId: person.sessionId,
      accountId: person.user.id,
      countedAs: countedAs(person),
      organizationId: person.organization.id,
      role: person.organization.role,
    };
    const response = reply.raw;
    reply.hijack();
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that collects the answer would hold back the news.
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    noteStream(request.raw.socket);
    const leave = streams.open(viewer, typeof lastId === 'string' ? lastId : null, sinkOf(response));
    response.once('close', leave);
    if (response.destroyed) leave();
  },
} satisfies Partial<AppHandlers>;

/** A dropped reader gets the rest of its stream within this time, or its connection is cut. */
const CUT_AFTER_MS = 5_000;

function sinkOf(response: ServerResponse): StreamSink {
  return {
    write: (text) => void response.write(text),
    unreadBytes: () => response.writableLength,
    end(text) {
      response.end(text);
      const cut = setTimeout(() => response.destroy(), CUT_AFTER_MS);
      response.once('close', () => clearTimeout(cut));
    },
  };
}
