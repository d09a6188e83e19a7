// SPDX-License-Identifier: Apache-2.0
/** GET /stream: news of the organization as server-sent events, until the session ends. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { StreamSink } from '../../../../../decisions/stream/index.ts';
import { noteStream } from '../../../../http/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { countedAs, registerSignedIn } from '../../register.ts';

/** A dropped reader gets the rest of its stream within this time, or its connection is cut. */
const CUT_AFTER_MS = 5_000;

export function registerStreamOpen(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'openStream', async (request, person, reply) => {
    deps.streams.checkRoom(countedAs(person), person.organization.id);
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
    const leave = deps.streams.open(viewer, typeof lastId === 'string' ? lastId : null, sinkOf(response));
    response.once('close', leave);
    if (response.destroyed) leave();
  });
}

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
