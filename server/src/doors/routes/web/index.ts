// SPDX-License-Identifier: Apache-2.0
/** GET /app and below: the web app, from its built files. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/index.ts';
import { installed } from '../../../platform/installation/index.ts';
import { NOT_FOUND, replyWithError } from '../../http/index.ts';
import { CACHE_HASHED, CACHE_NAMED, CACHE_PAGE, WEB_HEADERS } from './headers.ts';

const BUILT_APP = installed('web/dist');
const PREFIX = '/app';
const PAGE = 'index.html';
/** The file names in here hold the hash of their content. */
const HASHED_FILES = 'assets';

/** A scope of its own: no other route answers with files or with these headers. */
export function registerWebRoutes(http: FastifyInstance, folder: string = BUILT_APP): void {
  const isBuilt = existsSync(join(folder, PAGE));
  http.register(async (app) => (isBuilt ? await serve(app, folder) : sayThatItIsNotBuilt(app)), { prefix: PREFIX });
}

async function serve(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(WEB_HEADERS);
  });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: PAGE,
    cacheControl: false,
    // The build puts compressed forms beside files that profit from them.
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheOf(folder, path));
    },
  });
  // A path out of the folder is one more unknown address.
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 403 || error.statusCode === 400) answerNotFound(request, reply);
    else replyWithError(error, request, reply);
  });
  app.get('', async (_request, reply) => await reply.sendFile(PAGE));
  // Addresses below /app are pages of the app, which knows them, unless they name a file of the build.
  app.setNotFoundHandler(async (request, reply) => {
    if (isPage(request)) return await reply.code(200).sendFile(PAGE);
    return answerNotFound(request, reply);
  });
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(`${PREFIX}/${HASHED_FILES}/`);
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  replyWithError(NOT_FOUND(request.method, request.url.split('?', 1)[0] ?? ''), request, reply);
}

function cacheOf(folder: string, path: string): string {
  if (path.startsWith(join(folder, HASHED_FILES) + sep)) return CACHE_HASHED;
  return path === join(folder, PAGE) ? CACHE_PAGE : CACHE_NAMED;
}

function sayThatItIsNotBuilt(app: FastifyInstance): void {
  for (const path of ['', '/*']) {
    app.get(path, async () => {
      throw new ApiError('unavailable', { message: 'The app is not built. Run `npm run build`, then start again.' });
    });
  }
}
