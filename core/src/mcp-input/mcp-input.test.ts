// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: null and "" count as left out, a text counts as the value that it spells, and everything else stays as it was
 * sent. No text of the library's validator is told.
 */
import { describe, expect, it } from 'vitest';
import { plainFault, readArguments, readMessage } from './index.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['agent', 'cases'],
  properties: {
    agent: { type: 'string', minLength: 1 },
    note: { type: 'string' },
    count: { type: 'integer' },
    share: { type: 'number' },
    dryRun: { type: 'boolean' },
    words: { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
    kind: { type: ['string', 'null'], enum: ['X', null] },
    ratio: { type: ['number', 'null'] },
    cases: { type: 'array', items: { $ref: '#/$defs/Case' } },
    free: { type: 'object', additionalProperties: true },
    any: { description: 'any value' },
    inner: { anyOf: [{ $ref: '#/$defs/Case' }, { type: 'null' }] },
  },
  $defs: {
    Case: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        count: { type: 'integer' },
        case: { $ref: '#/$defs/Case' },
      },
    },
  },
};

const whole = { agent: 'a', cases: [] };

describe('arguments', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ note: null, count: null, dryRun: null, words: null, free: null }, {}],
    [{ note: '', count: '', dryRun: '', words: '', free: '', kind: '' }, {}],
    [{ count: 'null', words: 'null' }, {}],
    [{ count: ' ', dryRun: '\n' }, {}],
    [{ count: '5' }, { count: 5 }],
    [{ count: ' -5 ' }, { count: -5 }],
    [{ count: '5.0' }, { count: 5 }],
    [{ count: '1e3' }, { count: 1_000 }],
    [{ share: '1.5' }, { share: 1.5 }],
    [{ dryRun: 'true' }, { dryRun: true }],
    [{ dryRun: 'False' }, { dryRun: false }],
    [{ words: '["A","B"]' }, { words: ['A', 'B'] }],
    [{ free: ' {"a":null,"b":"","c":"5"}' }, { free: { a: null, b: '', c: '5' } }],
    [{ cases: '[{"name":"x","count":"5","case":null}]' }, { cases: [{ name: 'x', count: 5 }] }],
    [{ cases: ['{"name":"x","case":{"name":"y","count":""}}'] }, { cases: [{ name: 'x', case: { name: 'y' } }] }],
    [{ inner: '{"name":"x","count":"7"}' }, { inner: { name: 'x', count: 7 } }],
    [{ ratio: '0.5' }, { ratio: 0.5 }],
  ])('%j are %j', (sent, meant) => {
    expect(readArguments(schema, { ...whole, ...sent })).toEqual({ ...whole, ...meant });
    expect(readArguments(schema, JSON.stringify({ ...whole, ...sent }))).toEqual({ ...whole, ...meant });
  });

  it.each<Record<string, unknown>>([
    { agent: null },
    { agent: '' },
    { agent: 5 },
    { note: '5' },
    { note: 'null' },
    { note: '{"a":1}' },
    { count: '12px' },
    { count: '1,000' },
    { count: '0x10' },
    { count: '05' },
    { count: '+5' },
    { count: '5_000' },
    { count: 'Infinity' },
    { count: '9007199254740993' },
    { count: '1e400' },
    { dryRun: 'yes' },
    { dryRun: '1' },
    { dryRun: 1 },
    { words: 'A' },
    { words: '[' },
    { words: '{"a":1}' },
    { free: '[1]' },
    { free: '{"a":1,"a":2}' },
    { free: { a: null, b: '', c: '5' } },
    { cases: null },
    { cases: ['x', null, 5] },
    { kind: null },
    { inner: null },
    { any: null },
    { any: '' },
    { any: '5' },
    { unknown: null },
    { unknown: '' },
    JSON.parse('{"__proto__":null,"constructor":"","toString":null}') as Record<string, unknown>,
  ])('%j stay as they are', (sent) => {
    const args = { ...whole, ...sent };
    for (const [name, value] of Object.entries(sent)) Object.defineProperty(args, name, { value, enumerable: true });
    expect(readArguments(schema, args)).toBe(args);
  });

  it('keep a whole number a whole number, and leave a fraction to the validator', () => {
    expect(readArguments(schema, { ...whole, count: '1.5' })).toEqual({ ...whole, count: 1.5 });
  });

  it.each([null, 5, [], 'x', '[]', '{'])('that are none, %j, stay as they are', (args) => {
    expect(readArguments(schema, args)).toEqual(args === '[]' ? '[]' : args);
  });
});

describe('a message', () => {
  const base = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

  it.each<[unknown, unknown]>([
    [{ ...base, params: null }, base],
    [{ ...base, params: '' }, base],
    [
      { ...base, params: { cursor: null } },
      { ...base, params: {} },
    ],
    [
      { ...base, params: { cursor: '' } },
      { ...base, params: {} },
    ],
    [
      { ...base, params: { name: 'x', arguments: null, _meta: null } },
      { ...base, params: { name: 'x' } },
    ],
    [
      { ...base, params: { name: 'x', arguments: '{"a":null}' } },
      { ...base, params: { name: 'x', arguments: { a: null } } },
    ],
    [
      { ...base, params: { _meta: { progressToken: null, other: '' }, capabilities: { roots: null } } },
      { ...base, params: { _meta: { other: '' }, capabilities: {} } },
    ],
    [
      { ...base, params: { name: 'x', arguments: '[]' } },
      { ...base, params: { name: 'x', arguments: '[]' } },
    ],
    [[{ ...base, params: null }], [base]],
  ])('%j is read as %j', (sent, read) => {
    expect(readMessage(sent)).toEqual(read);
  });

  it.each<unknown>([
    null,
    'x',
    base,
    { ...base, id: null },
    { ...base, params: [] },
    { ...base, params: { name: 'x', arguments: { a: null, b: '' } } },
    { ...base, result: null },
  ])('%j is the same', (sent) => {
    expect(readMessage(sent)).toBe(sent);
  });
});

describe('a fault of the library', () => {
  const findings = (path: unknown[]) =>
    JSON.stringify([{ code: 'invalid_type', path, message: 'Invalid input' }], null, 2);

  it.each([
    [`ZodError: ${findings(['params', 'cursor'])}`, undefined, 'params.cursor'],
    [findings(['params', 'clientInfo', 'name']), undefined, 'params.clientInfo.name'],
    [findings(['params', 'a b\n<c>']), undefined, 'a member of params'],
    [findings([]), undefined, 'a member of params'],
    ['[ {"code": broken', undefined, 'a member of params'],
    [
      'Invalid _meta envelope for revision 1: x: Invalid input',
      { envelope: { key: 'x.y', problem: 'Invalid' } },
      'params._meta.x.y',
    ],
    ['Invalid _meta envelope: Invalid input; Invalid input', undefined, 'params._meta'],
  ])('%j is told in our words', (message, data, path) => {
    expect(plainFault({ code: -32_603, message, data })).toEqual({
      code: -32_602,
      message: `Invalid params: ${path} is missing or has a type that the protocol does not give it.`,
    });
  });

  it('that is a sentence stays', () => {
    const fault = { code: -32_601, message: 'Method not found', data: { a: 1 } };
    expect(plainFault(fault)).toBe(fault);
  });
});
