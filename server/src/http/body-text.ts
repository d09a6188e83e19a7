/** For a route that passes a part of its body on as it was written: keeps the text beside what was parsed of it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonBody } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Valid UTF-8 and JSON; an empty object's where the request has no body. Only of routes that keep it. */
    bodyText: string;
  }
}

/** The routes of this scope keep it. A field of the request: a map of requests costs more than to read a short body. */
export function keepBodyText(scope: FastifyInstance): void {
  scope.decorateRequest('bodyText', '{}');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { text, value } = await readJsonBody(body);
      request.bodyText = text;
      return value;
    },
  );
}
