// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a call is read as its rules say, whatever its arguments are, and one that no rule takes is denied. */
import type { ToolRule, ToolRulesSpec } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkToolRules, compileToolRules, isSameToolRules, readCall as readBy, valueAt } from './index.ts';

/** Without which rule it was, which one test looks at. */
const readCall = (...asked: Parameters<typeof readBy>) => {
  const { by: _by, ...reading } = readBy(...asked);
  return reading;
};

const rules = (own: readonly ToolRule[], over: Partial<ToolRulesSpec> = {}) =>
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
    ['a*a', 'a', false],
    ['*b*b', 'abab', true],
    ['a*b*c', 'a-c-b', false],
  ])('%j takes %j: %s', (tools, tool, isTaken) => {
    const reading = readCall([rules([{ tools, action: 'READ_DATA' }])], null, tool, {});
    expect(reading.kind).toBe(isTaken ? 'ACT' : 'UNLISTED');
  });

  it('is read in the time of its length, however many stars it has', () => {
    const sets = [rules([{ tools: `${'*a'.repeat(49)}*b`, action: 'READ_DATA' }])];
    expect(readCall(sets, null, 'a'.repeat(200), {}).kind).toBe('UNLISTED');
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

it('names the set and the rule that took the tool', () => {
  const sets = [rules([{ tools: 'Read', decide: false }, WRITE]), rules([], { name: 'others', unlisted: 'WRITE' })];
  expect(readBy(sets, null, 'Bash', {}).by).toEqual({ set: 'rules', rule: 1 });
  expect(readBy(sets, null, 'Read', {}).by).toEqual({ set: 'rules', rule: 0 });
  expect(readBy(sets, null, 'Other', {}).by).toEqual({ set: 'others', rule: null });
  expect(readBy([], null, 'Other', {}).by).toBeNull();
});

it('takes the resource of the set where a rule names none', () => {
  const set = rules(
    [
      { tools: 'a', action: 'READ_DATA' },
      { tools: 'b', action: 'READ_DATA', resource: 'own' },
    ],
    {
      resource: 'common',
      unlisted: 'WRITE',
    },
  );
  expect(readCall([set], null, 'a', {})).toMatchObject({ resource: 'common' });
  expect(readCall([set], null, 'b', {})).toMatchObject({ resource: 'own' });
  expect(readCall([set], null, 'c', {})).toMatchObject({ resource: 'common', action: 'WRITE_DATA' });
});

describe('a set', () => {
  const faults = (over: Partial<ToolRulesSpec>) =>
    checkToolRules({ name: 'set', rules: [], ...over }).errors.map(({ path }) => path);

  it('says of each rule what it decides', () => {
    expect(faults({ rules: [WRITE, { tools: 'x', decide: false }] })).toEqual([]);
    expect(faults({ rules: [{ tools: 'x' }] })).toEqual(['rules[0].action', 'rules[0].resource']);
    expect(faults({ resource: 'all', rules: [{ tools: 'x', action: 'READ_DATA' }] })).toEqual([]);
    expect(faults({ rules: [{ ...WRITE, decide: false, records: '/n' }] })).toEqual([
      'rules[0].action',
      'rules[0].resource',
      'rules[0].records',
    ]);
    expect(faults({ unlisted: 'WRITE' })).toEqual(['resource']);
  });

  it.each([
    ['*', 'Bash', true],
    ['mcp__*', 'mcp__crm__*', true],
    ['mcp__*', 'mcp_', false],
    ['*_delete', 'crm_delete', true],
    ['a*a', 'a', false],
    ['a*', 'a*b', true],
    ['a*b*c', 'abc', false],
  ])('warns that after %j %j never counts: %s', (first, second, isHidden) => {
    const two = [first, second].map((tools) => ({ ...WRITE, tools }));
    expect(checkToolRules({ name: 'set', rules: two }).warnings).toHaveLength(isHidden ? 1 : 0);
  });

  it('is the same as one that writes defaults out', () => {
    const short = { name: 'set', rules: [WRITE] };
    const long = { name: 'set', rules: [{ ...WRITE, decide: true }], unlisted: 'DENY' as const };
    expect(isSameToolRules(short, long)).toBe(true);
    expect(isSameToolRules(short, { ...short, agent: 'coder' })).toBe(false);
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
