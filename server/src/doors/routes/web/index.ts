// SPDX-License-Identifier: Apache-2.0
/** GET /app and below: the web app. GET /docs and below: the documentation. Both are built files. */
import type { FastifyInstance } from 'fastify';
import type { DocsMode } from '../../../platform/config/index.ts';
import { installed } from '../../../platform/installation/index.ts';
import { registerBuiltFolder } from './built-folder.ts';
import { CACHE_NAMED, CACHE_PAGE, DOCS_HEADERS, WEB_HEADERS } from './headers.ts';

const BUILT_APP = installed('web/dist');
const BUILT_DOCS = installed('dist/site');
const DOCS = '/docs';

export function registerWebRoutes(http: FastifyInstance, folder: string = BUILT_APP): void {
  registerBuiltFolder(http, {
    prefix: '/app',
    folder,
    headers: WEB_HEADERS,
    cachePage: CACHE_PAGE,
    hashedFiles: 'assets',
    // Addresses below /app are pages of the app, which knows them, unless they name a file of the build.
    otherwise: { page: 'index.html', status: 200 },
    missing: 'The app is not built.',
  });
}

/** @param mode where readers are led, if not to the documentation of this build */
export function registerDocs(http: FastifyInstance, mode: DocsMode = 'on', folder: string = BUILT_DOCS): void {
  if (mode === 'on') serveDocs(http, folder);
  else if (mode !== 'off') leadTo(http, mode);
}

function serveDocs(http: FastifyInstance, folder: string): void {
  registerBuiltFolder(http, {
    prefix: DOCS,
    folder,
    headers: DOCS_HEADERS,
    cachePage: CACHE_NAMED,
    hashedFiles: 'static',
    otherwise: { page: '404.html', status: 404 },
    missing: 'The documentation is not built.',
    extensions: ['html'],
  });
}

/** A copy that is hosted elsewhere has the same pages below its address. */
function leadTo(http: FastifyInstance, address: string): void {
  for (const path of [DOCS, `${DOCS}/*`]) {
    http.get<{ Params: { '*'?: string } }>(path, { exposeHeadRoute: true }, async ({ params }, reply) => {
      return await reply.redirect(below(address, params['*'] ?? ''));
    });
  }
}

/** No path leads beside the copy: what would is answered with its start. */
function below(address: string, path: string): string {
  const { href } = new URL(address + path.split('/').map(encodeURIComponent).join('/'));
  return href.startsWith(address) ? href : address;
}
