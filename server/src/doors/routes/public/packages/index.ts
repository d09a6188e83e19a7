// SPDX-License-Identifier: Apache-2.0
/**
 * GET /packages/: the packages of this build, for people and for programs. GET /packages/{file}: one of them, as npm,
 * pip and uv install it. GET /packages/@svc%2fsdk: what npm asks a registry, so that a scope can be bound to this
 * service. GET /packages/simple/: what pip and uv ask an index.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../../platform/errors/index.ts';
import { PAGE_HEADERS } from '../plain-page.ts';
import { BUILT_PACKAGES, isOfNpm, isOfPython, type Package, packument, readCatalogue } from './catalogue.ts';
import { languageOf, packagesPage } from './page.ts';
import { registerSimpleIndex } from './simple/index.ts';

const PATH = '/packages';
/** The name of a file holds its version, and a build of a version has one content. */
const CACHE_FILE = 'public, max-age=31536000, immutable';
/** The list changes with the build, and differs by language and form. */
const CACHE_LIST = 'no-cache';
const TYPES = { npm: 'application/gzip', wheel: 'application/zip', sources: 'application/gzip' } as const;

/** @param folder of the built packages; without them every address says how to build them */
export function registerPackages(app: FastifyInstance, baseUrl: () => string, folder: string = BUILT_PACKAGES): void {
  const packages = readCatalogue(folder);
  const options = { exposeHeadRoute: true };
  if (packages === null) {
    for (const path of [PATH, `${PATH}/`, `${PATH}/*`]) app.get(path, options, sayThatTheyAreNotBuilt);
    return;
  }
  const address = () => `${baseUrl().replace(/\/$/, '')}${PATH}`;
  const urlOf = ({ file }: Package) => `${address()}/${file}`;
  for (const path of [PATH, `${PATH}/`]) {
    app.get(path, options, async (request, reply) => await answerList(request, reply, packages, address()));
  }
  app.get<{ Params: { name: string } }>(`${PATH}/:name`, options, async ({ params: { name } }, reply) => {
    const byFile = packages.find(({ file }) => file === name);
    if (byFile !== undefined) return await answerFile(reply, byFile);
    const byName = packages.filter(isOfNpm).find((one) => one.name === name);
    if (byName === undefined) throw unknown(name, packages);
    reply.header('cache-control', CACHE_LIST);
    return await answerJson(reply, packument(byName, urlOf(byName)));
  });
  registerSimpleIndex(app, PATH, packages.filter(isOfPython));
}

async function answerList(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  packages: readonly Package[],
  address: string,
): Promise<FastifyReply> {
  reply.headers({ vary: 'Accept, Accept-Language', 'cache-control': CACHE_LIST, 'x-content-type-options': 'nosniff' });
  if (headers.accept?.includes('text/html') === true) {
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
    return await reply.send(packagesPage(packages, address, languageOf(headers['accept-language'])));
  }
  const list = packages.map((one) => ({
    name: one.name,
    version: one.version,
    file: one.file,
    url: `${address}/${one.file}`,
    bytes: one.bytes.byteLength,
    integrity: one.integrity,
  }));
  return await answerJson(reply, { packages: list });
}

async function answerFile(reply: FastifyReply, { kind, bytes, integrity }: Package): Promise<FastifyReply> {
  reply.headers({ 'cache-control': CACHE_FILE, etag: `"${integrity}"`, 'x-content-type-options': 'nosniff' });
  return await reply.type(TYPES[kind]).send(bytes);
}

async function answerJson(reply: FastifyReply, body: object): Promise<FastifyReply> {
  return await reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function unknown(name: string, packages: readonly Package[]): ApiError {
  const ours = new Intl.ListFormat('en').format(packages.map(({ file }) => file));
  return new ApiError('not_found', { message: `There is no package ${name}. This service has ${ours}.` });
}

async function sayThatTheyAreNotBuilt(): Promise<never> {
  throw new ApiError('unavailable', { message: 'The packages are not built. Run `npm run build`, then start again.' });
}
