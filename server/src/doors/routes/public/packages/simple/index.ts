// SPDX-License-Identifier: Apache-2.0
/**
 * GET /packages/simple/: the index that pip and uv read, as HTML (PEP 503) and as JSON (PEP 691, PEP 700). It has our
 * package alone, and its links are relative, so that an installer stays at the address by which it came.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { escaped, PAGE_HEADERS } from '../../plain-page.ts';
import type { PythonFile } from '../catalogue.ts';
import { formFor, JSON_FORM } from './accept.ts';

const API_VERSION = '1.1';
const CACHE = 'no-cache';

/** @param path of the packages @param files of one project */
export function registerSimpleIndex(app: FastifyInstance, path: string, files: readonly PythonFile[]): void {
  const index = `${path}/simple`;
  const names = [...new Set(files.map(({ name }) => name))];
  app.get(index, async (_request, reply) => await sendTo(reply, 'simple/'));
  app.get(`${index}/`, async ({ headers }, reply) => {
    const json = { projects: names.map((name) => ({ name })) };
    return await answer(
      reply,
      headers.accept,
      json,
      'Packages for Python',
      names.map((name) => link(`${name}/`, name)),
    );
  });
  app.get<{ Params: { name: string } }>(`${index}/:name`, async ({ params }, reply) => {
    return await sendTo(reply, `${nameOf(params.name, names)}/`);
  });
  app.get<{ Params: { name: string } }>(`${index}/:name/`, async ({ params, headers }, reply) => {
    const name = nameOf(params.name, names);
    if (name !== params.name) return await sendTo(reply, `../${name}/`);
    const own = files.filter((one) => one.name === name);
    const versions = [...new Set(own.map(({ version }) => version))];
    return await answer(reply, headers.accept, { name, versions, files: own.map(toJson) }, name, own.map(toLink));
  });
}

/** @returns the normalized name, by which alone a project is answered @throws ApiError 404 for any other project */
function nameOf(asked: string, names: readonly string[]): string {
  const normalized = /^[a-z0-9._-]+$/i.test(asked) ? asked.replace(/[-_.]+/g, '-').toLowerCase() : null;
  const found = names.find((name) => name === normalized);
  if (found !== undefined) return found;
  throw new ApiError('not_found', {
    message: `There is no project ${asked}. This index has ${names.join(', ')} alone.`,
  });
}

async function sendTo(reply: FastifyReply, place: string): Promise<FastifyReply> {
  return await reply.header('cache-control', CACHE).redirect(place, 301);
}

const urlOf = ({ file }: PythonFile) => `../../${file}`;

function toJson(one: PythonFile): object {
  return {
    filename: one.file,
    url: urlOf(one),
    hashes: { sha256: one.sha256 },
    'requires-python': one.requiresPython,
    size: one.bytes.byteLength,
  };
}

function toLink(one: PythonFile): string {
  return link(`${urlOf(one)}#sha256=${one.sha256}`, one.file, ` data-requires-python="${escaped(one.requiresPython)}"`);
}

function link(url: string, text: string, attributes = ''): string {
  return `<a href="${escaped(url)}"${attributes}>${escaped(text)}</a><br>`;
}

async function answer(
  reply: FastifyReply,
  accept: string | undefined,
  json: object,
  title: string,
  links: readonly string[],
): Promise<FastifyReply> {
  const form = formFor(accept);
  reply.headers({ vary: 'Accept', 'cache-control': CACHE, 'x-content-type-options': 'nosniff' });
  if (form === JSON_FORM) {
    // Fastify gives a text a charset, which JSON does not have.
    const text = JSON.stringify({ meta: { 'api-version': API_VERSION }, ...json });
    return await reply.type(form).send(Buffer.from(text));
  }
  return await reply
    .headers(PAGE_HEADERS)
    .type(`${form}; charset=utf-8`)
    .send(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="pypi:repository-version" content="${API_VERSION}">
<title>${escaped(title)}</title>
</head>
<body>
${links.join('\n')}
</body>
</html>
`);
}
