// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a call is read as its rules say, whatever its arguments are, and one that no rule takes is denied. */
import type { ToolRule, ToolRulesInput } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileToolRules, readCall, valueAt } from './index.ts';

const rules = (own: readonly ToolRule[], over: Partial<ToolRulesInput> = {}) =>
  compileToolRules({ name: 'rules', rules: [...own], ...over });
const WRITE: ToolRule = { tools: 'Bash', action: 'WRITE_DATA', resource: 'workstation' };
const act = (over: object = {}) => ({
  kind: 'ACT',
  action: 'WRITE_DATA',
  resource: null,
  destination: null,
  recordsAffected: null,
  content: null,
  ...over,
});

describe('a rule', () => {
  it.each([
    ['Bash', 'Bash', true],
    ['Bash', 'bash', false],
    ['mcp__crm__*', 'mcp__crm__export', true],
    ['mcp__*__delete_*', 'mcp__crm__delete_rows', true],
    ['mcp__*__delete_*', 'mcp__crm__read', false],
    ['*', '', true],
    ['a.c', 'abc', false],
    ['**', 'any\nthing', true],
    ['Ba', 'Bash', false],
  ])('%j takes %j: %s', (tools, tool, isTaken) => {
    const reading = readCall([rules([{ tools, action: 'READ_DATA' }])], null, tool, {});
    expect(reading.kind).toBe(isTaken ? 'ACT' : 'UNLISTED');
  });

  it('is the first that takes the tool, and those of the agent come before all others', () => {
    const sets = [
      rules([{ tools: '*', action: 'READ_DATA' }]),
      rules([{ tools: 'B*', action: 'DELETE_DATA' }, WRITE], { agent: 'coder' }),
    ];
    expect(readCall(sets, 'coder', 'Bash', {})).toEqual(act({ action: 'DELETE_DATA' }));
    expect(readCall(sets, 'other', 'Bash', {})).toEqual(act({ action: 'READ_DATA' }));
    expect(readCall(sets, null, 'Bash', {})).toEqual(act({ action: 'READ_DATA' }));
  });

  it('tells resource, destination, records and text', () => {
    const mail: ToolRule = {
      tools: 'send',
      action: 'SEND_EMAIL',
      resource: 'customers',
      destination: 'EXTERNAL_EMAIL',
      records: '/to',
      content: '/mail/body',
    };
    const input = { to: ['a', 'b', 'c'], mail: { body: 'CPF 529.982.247-25' } };
    expect(readCall([rules([mail])], null, 'send', input)).toEqual(
      act({
        action: 'SEND_EMAIL',
        resource: 'customers',
        destination: 'EXTERNAL_EMAIL',
        recordsAffected: 3,
        content: 'CPF 529.982.247-25',
      }),
    );
    const whole = { ...mail, records: '/count', content: '' };
    expect(readCall([rules([whole])], null, 'send', { count: 12 })).toMatchObject({
      recordsAffected: 12,
      content: '{"count":12}',
    });
  });

  it.each([-1, 0.5, '3', null, {}, Number.NaN, 2 ** 60])('counts no records by %j', (count) => {
    const counting = rules([{ ...WRITE, records: '/count' }]);
    expect(readCall([counting], null, 'Bash', { count })).toMatchObject({ recordsAffected: null });
  });

  it('spares a tool, and takes none where it says no action', () => {
    expect(readCall([rules([{ tools: 'Read', decide: false }])], null, 'Read', {})).toEqual({ kind: 'SPARED' });
    expect(readCall([rules([{ tools: 'Read' }])], null, 'Read', {})).toEqual({ kind: 'UNLISTED' });
  });
});

describe('a tool that no rule takes', () => {
  it('is denied, and is a write where the organization says so', () => {
    expect(readCall([], 'coder', 'Bash', {})).toEqual({ kind: 'UNLISTED' });
    expect(readCall([rules([WRITE])], null, 'Other', {})).toEqual({ kind: 'UNLISTED' });
    expect(readCall([rules([WRITE], { unlisted: 'WRITE' })], null, 'Other', { a: 1 })).toEqual(act());
    expect(readCall([rules([], { unlisted: 'WRITE', agent: 'coder' })], 'other', 'Bash', {})).toEqual({
      kind: 'UNLISTED',
    });
  });
});

describe('a pointer', () => {
  it.each<[string, unknown]>([
    ['', { a: { 'b/c': [1, 2], '~': 3 } }],
    ['/a/b~1c/1', 2],
    ['/a/~0', 3],
    ['/a/b~1c/01', undefined],
    ['/a/b~1c/length', undefined],
    ['/a/constructor', undefined],
    ['/__proto__/toString', undefined],
    ['/a/none/deeper', undefined],
  ])('%j', (pointer, found) => {
    expect(valueAt({ a: { 'b/c': [1, 2], '~': 3 } }, pointer)).toEqual(found);
  });

  it('never throws, whatever the arguments are', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.string()), (value, parts) => {
        const pointer = parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        valueAt(value, pointer);
      }),
    );
  });
});
