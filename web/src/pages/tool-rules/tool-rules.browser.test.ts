// SPDX-License-Identifier: Apache-2.0
/** Tool rules: a set is begun, tried with a pasted call, reordered, saved, changed by two people, and deleted. */
import type { ToolCallReading, ToolRulesDetail } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
  changing,
  choose,
  click,
  DONE,
  dialog,
  focus,
  gone,
  hold,
  idOf,
  keys,
  NOW,
  named,
  openApp,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const SET: ToolRulesDetail = {
  ...{ id: idOf(5), name: 'Coders', resource: 'workspace', unlisted: 'DENY', warnings: [] },
  rules: [
    { tools: 'Read', decide: false },
    { tools: 'Bash', action: 'WRITE_DATA', content: '/command' },
  ],
  ...{ createdAt: NOW, updatedAt: NOW },
};
const LATER = '2026-11-24T13:00:00.000Z';
const ACT: ToolCallReading = {
  ...{ kind: 'ACT', set: 'Coders', rule: 1, action: 'WRITE_DATA', resource: 'workspace' },
  ...{ destination: null, recordsAffected: null, contentCharacters: 2 },
};
const DENIED: ToolCallReading = {
  ...{ kind: 'UNLISTED', set: null, rule: null, action: null, resource: null },
  ...{ destination: null, recordsAffected: null, contentCharacters: null },
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: words.rules })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.truncate')?.textContent);
const paste = (call: object) => field(words.pasted).fill(JSON.stringify(call));

it('begins with a set, asks for what is missing, reads a pasted call, and makes it', async () => {
  const made = { ...SET, name: words.starting.assistant.name };
  const service = await openApp('/tool-rules', {
    ...{ listToolRules: {}, listUnlistedTools: {} },
    listAgents: named(['coder']),
    listResources: named(['workspace']),
    readToolCall: { ...ACT, set: words.starting.assistant.name, rule: 7 },
    createToolRules: changing(made, { readToolRules: made }),
  });
  await seen(page.getByText(words.emptyTitle));
  await click(page.getByRole('link', { name: words.starting.assistant.name }));
  await expect.poll(rows).toContain('WebFetch');
  await paste({ tool_name: 'Bash', tool_input: { command: 'ls' } });
  await seen(page.getByText(words.waitsForRules));
  await click(page.getByRole('button', { name: words.createAct }));
  await seen(page.getByText(words.faults.noSetResource));
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(service.calls('createToolRules')).toEqual([]);
  await choose(page.getByRole('combobox', { name: registry.optional(words.resource), exact: true }), 'workspace');
  await gone(page.getByText(words.faults.noSetResource));
  await seen(page.getByText(words.takenHere('8')));
  expect(service.last('readToolCall')?.body).toMatchObject({
    tool: 'Bash',
    arguments: { command: 'ls' },
    proposed: { name: 'Coding assistant', resource: 'workspace' },
  });
  await seen(page.getByRole('button', { name: new RegExp(`^${words.rule} 8 Bash .*, ${words.takes}$`) }));
  await click(page.getByRole('button', { name: words.createAct }));
  await seen(page.getByText(words.created(made.name)));
  expect(service.last('createToolRules')?.body).toMatchObject({ resource: 'workspace', unlisted: 'DENY' });
  await seen(page.getByRole('heading', { name: made.name, level: 1 }));
});

it('adds, moves and deletes rules, tells faults at their row, and keeps nothing that was not saved', async () => {
  const service = await openApp(`/tool-rules/${SET.id}`, {
    readToolRules: SET,
    listAgents: {},
    listResources: {},
    readToolCall: DENIED,
    updateToolRules: refused('validation_error', { fields: { 'rules[2].destination': 'is not for this' } }),
  });
  await seen(page.getByRole('heading', { name: SET.name, level: 1 }));
  await paste({ name: 'mcp__crm__export', arguments: { rows: [1] } });
  await seen(page.getByText(words.denied));
  await click(button(words.takeIt));
  await expect.poll(rows).toEqual(['Read', 'Bash', 'mcp__crm__export']);
  await expect.poll(() => (document.activeElement as HTMLInputElement).value).toBe('mcp__crm__export');
  await focus(button(words.up('3')));
  await keys('{Enter}');
  await expect.poll(rows).toEqual(['Read', 'mcp__crm__export', 'Bash']);
  await seen(page.getByText(words.movedTo('2', '3')));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(words.up('2'));
  await keys('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(rows).toEqual(['Read', 'Bash', 'mcp__crm__export']);
  await field(words.records).fill('rows');
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.faults.noPointer));
  expect(service.calls('updateToolRules')).toEqual([]);
  await field(words.records).fill('/rows');
  await keys('{Control>}s{/Control}');
  await seen(page.getByText('Is not for this.'));
  await click(button(words.removeRule('3')));
  await expect.poll(rows).toEqual(['Read', 'Bash']);
  await gone(page.getByText(words.notSaved));
});

it('leads from a refused tool to a rule for it in the set of its agent, which is saved by the person', async () => {
  const refusedTool = { agent: 'coder', door: 'CODEX', lastAt: NOW } as const;
  const changed = { ...SET, rules: [...SET.rules, { tools: 'apply_patch', action: 'WRITE_DATA' as const }] };
  const service = await openApp('/tool-rules', {
    listToolRules: { items: [{ ...SET, id: idOf(6), name: 'Others', agent: 'bot' }, SET], total: 2 },
    listUnlistedTools: { tools: ['apply_patch', 'one', 'two', 'three'].map((tool) => ({ ...refusedTool, tool })) },
    readToolRules: SET,
    listAgents: {},
    listResources: {},
    updateToolRules: changing(changed, { readToolRules: changed }),
  });
  await click(button(words.allRefused('4')));
  await seen(page.getByText('three'));
  await click(page.getByRole('link', { name: words.addRuleFor('apply_patch'), exact: true }));
  await seen(page.getByRole('heading', { name: SET.name, level: 1 }));
  await expect.poll(rows).toEqual(['Read', 'Bash', 'apply_patch']);
  await seen(page.getByText(words.notSaved));
  expect(service.calls('updateToolRules')).toEqual([]);
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.saved));
  expect(service.last('updateToolRules')?.body).toMatchObject({ rules: changed.rules });
  await expect.poll(() => window.location.search).toBe('');
});

it('shows both sides of a change that came between, and deletes the set', async () => {
  const theirs = { ...SET, description: 'Of the night', updatedAt: LATER };
  const service = await openApp(`/tool-rules/${SET.id}`, {
    readToolRules: SET,
    listAgents: {},
    listResources: {},
    ...{ listToolRules: {}, listUnlistedTools: {} },
    updateToolRules: refused('conflict', { conflict: { current: theirs } }),
    deleteToolRules: changing(DONE, { listToolRules: {} }),
  });
  await field(registry.name).fill('Writers');
  await keys('{Control>}s{/Control}');
  await seen(dialog().getByText(registry.clash.title));
  service.answer({ updateToolRules: { ...theirs, name: 'Writers' }, readToolRules: { ...theirs, name: 'Writers' } });
  await click(dialog().getByRole('button', { name: registry.clash.save }));
  await seen(page.getByText(words.saved));
  expect(service.last('updateToolRules')?.body).toMatchObject({
    ...{ name: 'Writers', description: 'Of the night', agent: null, updatedAt: LATER },
  });
  await click(button(registry.remove));
  await hold(registry.confirmRemove);
  await seen(page.getByText(words.removed('Writers')));
  await seen(page.getByText(words.emptyTitle));
});

it('scrolls many rules in their own part of the page', async () => {
  const rules = Array.from({ length: 60 }, (_, place) => ({ tools: `tool_${place}`, decide: false }));
  await openApp(`/tool-rules/${SET.id}`, { readToolRules: { ...SET, rules }, listAgents: {}, listResources: {} });
  await expect.poll(() => rows().length).toBe(60);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight);
});

it('shows a member the rules and reads a call for them, and changes nothing', async () => {
  const hidden = { path: 'rules[1].tools', message: 'Never counts: rules[0] takes all of these tools.' };
  await openApp(
    `/tool-rules/${SET.id}`,
    { readToolRules: { ...SET, warnings: [hidden] }, listAgents: {}, listResources: {}, readToolCall: ACT },
    { role: 'MEMBER' },
  );
  await seen(page.getByText(words.readOnly));
  await seen(page.getByText(words.hidden('1')));
  await paste({ tool: 'Bash', arguments: { command: 'ls' } });
  await seen(page.getByText(words.takenHere('2')));
  await expect.element(field(registry.name)).toBeDisabled();
  await gone(button(words.addRule));
  await gone(page.getByRole('button', { name: words.save }));
});
