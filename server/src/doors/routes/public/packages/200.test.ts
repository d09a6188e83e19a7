// SPDX-License-Identifier: Apache-2.0
/** The list comes in the form and language that the reader asks for; a package comes whole, with its checksum. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE_URL, CLI, SDK, SOURCES, serveBuilt, WHEEL } from '#harness/packages';

let http: FastifyInstance;
beforeAll(async () => {
  http = await serveBuilt();
});
afterAll(() => http.close());

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

it.each(['/packages', '/packages/'])('lists name, version, address, size and integrity at %s', async (url) => {
  const answer = await http.inject({ url, headers: { accept: '*/*' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers.vary).toBe('Accept, Accept-Language');
  expect(answer.headers['cache-control']).toBe('no-cache');
  const listed = (name: string, file: string, bytes: Buffer) => ({
    name,
    version: '0.1.0',
    file,
    url: `${BASE_URL}/packages/${file}`,
    bytes: bytes.byteLength,
    integrity: integrityOf(bytes),
  });
  expect(answer.json()).toEqual({
    packages: [
      listed('@svc/sdk', 'svc-sdk-0.1.0.tgz', SDK),
      listed('@svc/cli', 'svc-cli-0.1.0.tgz', CLI),
      listed('svc-sdk', 'svc_sdk-0.1.0-py3-none-any.whl', WHEEL),
      listed('svc-sdk', 'svc_sdk-0.1.0.tar.gz', SOURCES),
    ],
  });
});

it.each([
  ['de, en;q=0.5', 'en', 'Packages of this service'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Pacotes deste serviço'],
  ['en-GB, pt', 'en', 'Packages of this service'],
  [undefined, 'en', 'Packages of this service'],
])('shows a page to a browser that reads %s', async (language, tag, title) => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const headers = { accept, ...(language !== undefined && { 'accept-language': language }) };
  const { headers: sent, body } = await http.inject({ url: '/packages/', headers });
  expect(sent['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain(`<html lang="${tag}">`);
  expect(body).toContain(`<h1>${title}</h1>`);
  expect(body).toContain(`npm install ${BASE_URL}/packages/svc-sdk-0.1.0.tgz`);
  expect(body).toContain(`npx --yes --package=${BASE_URL}/packages/svc-cli-0.1.0.tgz svc`);
  expect(body.match(/pip install/g)).toHaveLength(1);
  expect(body).toContain(`pip install --index-url ${BASE_URL}/packages/simple svc-sdk<`);
  expect(body).toContain(integrityOf(SDK));
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
  const digest = createHash('sha256').update(style).digest('base64');
  expect(sent['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
  expect(body).not.toMatch(/<script|style="/);
});

it.each([
  ['svc-sdk-0.1.0.tgz', 'application/gzip', SDK],
  ['svc_sdk-0.1.0-py3-none-any.whl', 'application/zip', WHEEL],
  ['svc_sdk-0.1.0.tar.gz', 'application/gzip', SOURCES],
])('answers %s, which every cache may keep', async (file, type, bytes) => {
  const answer = await http.inject({ url: `/packages/${file}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(bytes);
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-length': String(bytes.byteLength),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${integrityOf(bytes)}"`,
    'x-content-type-options': 'nosniff',
  });
});

it.each([
  '/packages/',
  '/packages/svc-cli-0.1.0.tgz',
  '/packages/@svc%2fcli',
  '/packages/svc_sdk-0.1.0-py3-none-any.whl',
])('answers HEAD %s with the headers of GET', async (url) => {
  const [got, head] = [await http.inject({ url }), await http.inject({ method: 'HEAD', url })];
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload.byteLength).toBe(0);
  expect(head.headers['content-length']).toBe(String(got.rawPayload.byteLength));
  expect(head.headers['content-type']).toBe(got.headers['content-type']);
});

it('tells npm of a package by its name, as a registry does', async () => {
  const answer = await http.inject({ url: '/packages/@svc%2fcli' });
  expect(answer.json()).toEqual({
    name: '@svc/cli',
    'dist-tags': { latest: '0.1.0' },
    versions: {
      '0.1.0': {
        name: '@svc/cli',
        version: '0.1.0',
        bin: { svc: 'bin/svc.js' },
        dist: { tarball: `${BASE_URL}/packages/svc-cli-0.1.0.tgz`, integrity: integrityOf(CLI) },
      },
    },
  });
});
