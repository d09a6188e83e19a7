// SPDX-License-Identifier: Apache-2.0
/** Serves a folder of built files below one address: with its headers, its times to live and its compressed forms. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/index.ts';
import { NOT_FOUND, replyWithError } from '../../http/index.ts';
import { CACHE_HASHED, CACHE_NAMED } from './headers.ts';

const PAGE = 'index.html';

export interface BuiltFolder {
  /** Address without a last slash, such as `/app`. */
  readonly prefix: string;
  readonly folder: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long a cache keeps a page. */
  readonly cachePage: string;
  /** A folder whose file names hold the hash of their content. */
  readonly hashedFiles: string;
  /** The page of addresses that name no file, and its status. */
  readonly otherwise: { readonly page: string; readonly status: 200 | 404 };
  /** The answer where nothing is built. */
  readonly missing: string;
  /** Endings that an address may leave out. */
  readonly extensions?: string[];
}

/** A scope of its own: no other route answers with files or with these headers. */
export function registerBuiltFolder(http: FastifyInstance, built: BuiltFolder): void {
  const isBuilt = existsSync(join(built.folder, PAGE));
  http.register(async (app) => (isBuilt ? await serve(app, built) : sayThatItIsNotBuilt(app, built)), {
    prefix: built.prefix,
  });
}

async function serve(app: FastifyInstance, built: BuiltFolder): Promise<void> {
  const { folder, headers, otherwise, extensions } = built;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    // A list: the compressed form of one that is named alone is not found.
    index: [PAGE],
    cacheControl: false,
    // The build puts compressed forms beside files that profit from them.
    preCompressed: true,
    ...(extensions !== undefined && { extensions }),
    setHeaders(reply, path) {
      reply.header('cache-control', cacheOf(built, path));
    },
  });
  // A path out of the folder is one more unknown address.
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 403 || error.statusCode === 400) answerNotFound(request, reply);
    else replyWithError(error, request, reply);
  });
  app.get('', async (_request, reply) => await reply.sendFile(PAGE));
  app.setNotFoundHandler(async (request, reply) => {
    if (isPage(request, built)) return await reply.code(otherwise.status).sendFile(otherwise.page);
    return answerNotFound(request, reply);
  });
}

function isPage({ method, url }: FastifyRequest, { prefix, hashedFiles }: BuiltFolder): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(`${prefix}/${hashedFiles}/`);
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  replyWithError(NOT_FOUND(request.method, request.url.split('?', 1)[0] ?? ''), request, reply);
}

function cacheOf({ folder, hashedFiles, cachePage }: BuiltFolder, path: string): string {
  if (path.startsWith(join(folder, hashedFiles) + sep)) return CACHE_HASHED;
  return /\.html(?:\.gz|\.br)?$/.test(path) ? cachePage : CACHE_NAMED;
}

function sayThatItIsNotBuilt(app: FastifyInstance, { missing }: BuiltFolder): void {
  for (const path of ['', '/*']) {
    app.get(path, async () => {
      throw new ApiError('unavailable', { message: `${missing} Run \`npm run build\`, then start again.` });
    });
  }
}
