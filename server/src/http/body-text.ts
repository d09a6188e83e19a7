/** For a route that passes a part of its body on as it was written: keeps the text beside what was parsed of it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonBody, textOfBody } from './json-body.ts';

/** @returns finds the text of a request's body, which is valid UTF-8 and JSON */
export function keepBodyText(scope: FastifyInstance): (request: FastifyRequest) => string {
  const bodies = new WeakMap<FastifyRequest, Buffer>();
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const parsed = await readJsonBody(body);
      bodies.set(request, body);
      return parsed;
    },
  );
  return (request) => {
    const body = bodies.get(request);
    return body === undefined ? '{}' : textOfBody(body);
  };
}
