// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the list of tools is found in each form of the answer, and differs where the service would say so. */
import { hashText } from '@svc/core/audit-chain';
import { canonicalJson } from '@svc/core/canonical-json';
import { expect, it } from 'vitest';
import { differenceOf, listedTools } from './listed-tools.ts';

const GET = { name: 'get', description: 'Gets “ç”', inputSchema: { type: 'object', properties: { b: {}, a: {} } } };
const DELETE = { name: 'delete', inputSchema: { type: 'object' } };
const list = (value: unknown) => listedTools(JSON.stringify(value));

it.each([
  ['the whole answer', { jsonrpc: '2.0', id: 1, result: { tools: [GET, DELETE] } }],
  ['its result', { tools: [GET, DELETE] }],
  ['the list', [GET, DELETE]],
])('finds the tools in %s', (_of, answer) => {
  expect(list(answer)).toEqual({ definitions: [GET, DELETE], isPart: false });
});

it('says that more of them follow', () => {
  expect(list({ result: { tools: [GET], nextCursor: '2' } })).toMatchObject({ isPart: true });
  expect(list({ tools: [GET], nextCursor: null })).toMatchObject({ isPart: false });
});

it.each<[unknown, object]>([
  [{ error: { code: -32601 } }, { kind: 'noList' }],
  [{ tools: { get: GET } }, { kind: 'noList' }],
  [[GET, { description: 'x' }], { kind: 'noName', place: 1 }],
  [[GET, null], { kind: 'noName', place: 1 }],
  [[GET, { ...GET, description: '\ud800' }], { kind: 'noName', place: 1 }],
  [[GET, DELETE, GET], { kind: 'twice', place: 2 }],
])('refuses %j: %j', (answer, fault) => {
  expect(list(answer)).toEqual(fault);
});

it('refuses a text that is no JSON', () => {
  expect(listedTools('tools: []')).toEqual({ kind: 'noList' });
});

it('tells tools that are new, gone and changed, by the digests of the service', async () => {
  const digest = (definition: object) => `sha256:${hashText(canonicalJson(definition as never))}`;
  const before = [
    { name: 'get', digest: digest(GET) },
    { name: 'delete', digest: digest({ ...DELETE, description: 'Now' }) },
    { name: 'old', digest: digest({ name: 'old' }) },
  ];
  const { description, inputSchema, name } = GET;
  expect(await differenceOf(before, [DELETE, { inputSchema, description, name }, { name: 'new' }])).toEqual({
    ...{ added: ['new'], gone: ['old'], changed: ['delete'] },
  });
  expect(await differenceOf(null, [GET])).toEqual({ added: ['get'], gone: [], changed: [] });
});
