// SPDX-License-Identifier: Apache-2.0
/** For routes that pass on a part of their body unchanged: keeps the text beside the parsed value. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonBody } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Valid UTF-8 and JSON; an empty object's for a request without a body. Only for routes that keep it. */
    bodyText: string;
  }
}

/**
 * The routes of this scope keep it, in a field of the request: a map of requests costs more than reading a short body.
 */
export function keepBodyText(scope: FastifyInstance): void {
  scope.decorateRequest('bodyText', '{}');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { text, value } = await readJsonBody(request, body);
      request.bodyText = text;
      return value;
    },
  );
}
