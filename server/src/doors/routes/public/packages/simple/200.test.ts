// SPDX-License-Identifier: Apache-2.0
/** The index has its one project and its two files, in the form that an installer asks for. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOURCES, serveBuilt, WHEEL } from '#harness/packages';

const PROJECT = '/packages/simple/svc-sdk/';
const JSON_TYPE = 'application/vnd.pypi.simple.v1+json';
const HTML_TYPE = 'application/vnd.pypi.simple.v1+html';

let http: FastifyInstance;
beforeAll(async () => {
  http = await serveBuilt();
});
afterAll(() => http.close());

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const get = (url: string, accept?: string) => http.inject({ url, headers: accept === undefined ? {} : { accept } });

it('lists its projects and files as JSON', async () => {
  const index = await get('/packages/simple/', JSON_TYPE);
  expect(index.json()).toEqual({ meta: { 'api-version': '1.1' }, projects: [{ name: 'svc-sdk' }] });
  const answer = await get(PROJECT, JSON_TYPE);
  expect(answer.headers).toMatchObject({ 'content-type': JSON_TYPE, vary: 'Accept', 'cache-control': 'no-cache' });
  const file = (filename: string, bytes: Buffer) => ({
    filename,
    url: `../../${filename}`,
    hashes: { sha256: sha256Of(bytes) },
    'requires-python': '>=3.10',
    size: bytes.byteLength,
  });
  expect(answer.json()).toEqual({
    meta: { 'api-version': '1.1' },
    name: 'svc-sdk',
    versions: ['0.1.0'],
    files: [file('svc_sdk-0.1.0-py3-none-any.whl', WHEEL), file('svc_sdk-0.1.0.tar.gz', SOURCES)],
  });
});

it('lists them as HTML', async () => {
  const index = await get('/packages/simple/');
  expect(index.body.match(/<a .*/g)).toEqual(['<a href="svc-sdk/">svc-sdk</a><br>']);
  const { body, headers } = await get(PROJECT);
  expect(headers).toMatchObject({ vary: 'Accept', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  expect(body).toMatch(/^<!DOCTYPE html>/);
  expect(body).toContain('<meta name="pypi:repository-version" content="1.1">');
  const line = (file: string, bytes: Buffer) =>
    `<a href="../../${file}#sha256=${sha256Of(bytes)}" data-requires-python="&gt;=3.10">${file}</a><br>`;
  expect(body.match(/<a .*/g)).toEqual([
    line('svc_sdk-0.1.0-py3-none-any.whl', WHEEL),
    line('svc_sdk-0.1.0.tar.gz', SOURCES),
  ]);
});

it('has links that lead to the files', async () => {
  const { files } = (await get(PROJECT, JSON_TYPE)).json<{ files: { url: string; hashes: { sha256: string } }[] }>();
  for (const { url, hashes } of files) {
    const { pathname } = new URL(url, `https://svc.example${PROJECT}`);
    expect(sha256Of((await get(pathname)).rawPayload)).toBe(hashes.sha256);
  }
});

it.each([
  [`${JSON_TYPE}, ${HTML_TYPE}; q=0.1, text/html; q=0.01`, JSON_TYPE],
  [`${JSON_TYPE}, ${HTML_TYPE};q=0.2, text/html;q=0.01`, JSON_TYPE],
  ['Application/Vnd.PyPI.Simple.v1+JSON', JSON_TYPE],
  ['application/vnd.pypi.simple.latest+json', JSON_TYPE],
  [`${JSON_TYPE};q=0.001`, JSON_TYPE],
  [`*/*;q=0.5, ${JSON_TYPE};q=0.6`, JSON_TYPE],
  [`text/html;q=0, */*;q=0.1, ${HTML_TYPE};q=0`, JSON_TYPE],
  [HTML_TYPE, `${HTML_TYPE}; charset=utf-8`],
  ['application/*', `${HTML_TYPE}; charset=utf-8`],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
  [`${JSON_TYPE};q=0, */*`, 'text/html; charset=utf-8'],
  [`${JSON_TYPE};q=0.2, text/*;q=0.3`, 'text/html; charset=utf-8'],
  ['*/*', 'text/html; charset=utf-8'],
  ['', 'text/html; charset=utf-8'],
  [undefined, 'text/html; charset=utf-8'],
  // Nothing here can be read, or be had.
  [`${JSON_TYPE};q=2`, 'text/html; charset=utf-8'],
  [`${JSON_TYPE};q=1e-3`, 'text/html; charset=utf-8'],
  [`${JSON_TYPE} ${HTML_TYPE}`, 'text/html; charset=utf-8'],
  [';;q=,,,=/;*', 'text/html; charset=utf-8'],
  [`*/${JSON_TYPE}`, 'text/html; charset=utf-8'],
  ['application/vnd.pypi.simple.v2+json', 'text/html; charset=utf-8'],
  ['image/png', 'text/html; charset=utf-8'],
  [',a/b;q=0.1'.repeat(1_000), 'text/html; charset=utf-8'],
])('answers Accept: %s with %s', async (accept, type) => {
  for (const url of ['/packages/simple/', PROJECT]) {
    const answer = await get(url, accept);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  }
});

it.each(['/packages/simple/', PROJECT])('answers HEAD %s with the headers of GET', async (url) => {
  const [got, head] = [await http.inject({ url }), await http.inject({ method: 'HEAD', url })];
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload.byteLength).toBe(0);
  for (const name of ['content-length', 'content-type', 'vary']) expect(head.headers[name]).toBe(got.headers[name]);
});
