// SPDX-License-Identifier: Apache-2.0
/** The editor of a policy: its form and text, what an edit leads to, its test cases, and a change that came between. */
import { type AnalysedArea, DESTINATIONS } from '@svc/contract';
import { RECORDS_AFFECTED_MAX } from '@svc/contract/limits';
import { areaSentence } from '@svc/core/plain-words';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as loosening } from '../../policy/loosening/words-en.ts';
import { words as policy } from '../../policy/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import type { Call } from '../../stand-in/answers.ts';
import {
  click,
  codeIn,
  dialog,
  focus,
  gone,
  held,
  idOf,
  inTurn,
  keys,
  openApp,
  pasteOver,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const POLICY = {
  id: idOf(20),
  name: 'Bulk exports',
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  condition: { destination: 'EXTERNAL' },
  decision: 'BLOCK',
  enabled: true,
  canStandInFiles: true,
} as const;
const STORED = { readPolicy: POLICY, checkPolicy: {}, comparePolicies: { complete: true } } as const;

/** Every export of customer data. */
const EXPORTS: AnalysedArea = {
  agents: { are: 'all but', items: [] },
  resources: [{ classification: 'CUSTOMER_PII', names: { are: 'all but', items: [] } }],
  actions: ['EXPORT_DATA'],
  destinations: [null, ...DESTINATIONS],
  outsideBusinessHours: [false, true],
  hasOpenAnomaly: [false, true],
  records: { isNotStated: true, from: 0, to: RECORDS_AFFECTED_MAX },
  found: [],
  notFound: [],
  riskScore: { from: 0, to: 100 },
};

const open = (given = {}, options = {}) => openApp(`/policies/${POLICY.id}`, { ...STORED, ...given }, options);
const code = () => page.getByRole('textbox', { name: policy.yamlLabel });
const replaceYaml = (from: string, to: string) => pasteOver(code(), codeIn(code()).replace(from, to));
const description = () => page.getByRole('textbox', { name: policy.description });
const decision = (name: string) => page.getByRole('radio', { name });
const press = (name: string) => click(page.getByRole('button', { name, exact: true }));
const last = (name: string, role: 'combobox' | 'textbox' = 'combobox') =>
  page.getByRole(role, { name, exact: true }).last();

it('lets a member read a policy and change nothing of it', async () => {
  await open({}, { role: 'MEMBER' });
  await seen(page.getByText(words.readOnly));
  await expect.element(decision(policy.decisions.REVIEW)).toBeDisabled();
  await expect.element(description()).toHaveAttribute('readonly');
  expect(page.getByRole('button', { name: words.save }).elements()).toEqual([]);
});

it('writes a condition of the form into the text, and asks before changes are left', async () => {
  await open();
  await click(page.getByRole('button', { name: policy.addCondition, exact: true }).last());
  await last(policy.field).selectOptions(policy.fields.maxRecords);
  await last(policy.bound).selectOptions(policy.atMost);
  const records = last(policy.fields.maxRecords, 'textbox');
  // The separators of the number go while it is typed.
  await focus(records);
  await expect.element(records).toHaveValue('1000');
  await records.fill('10');
  await expect.poll(() => codeIn(code())).toContain('maxRecords: 10');
  await click(page.getByRole('link', { name: words.policies, exact: true }).first());
  await seen(dialog().getByText(ui.discard.text));
  await pressInDialog(ui.cancel);
  await seen(page.getByText(words.changes(1)));
  await press(words.discard);
  await expect.poll(() => codeIn(code())).not.toContain('maxRecords');
});

it('says at its condition and below its sentence, while it is edited, that a policy matches nothing', async () => {
  const isChanged = (policyOf: unknown) => JSON.stringify(policyOf).includes('moon');
  await open({
    checkPolicy: ({ body }: Call<'checkPolicy'>) =>
      isChanged(body.policy)
        ? { warnings: [{ code: 'NO_SUCH_DESTINATION', path: 'condition.destinationContains', message: 'none' }] }
        : {},
    comparePolicies: ({ body }: Call<'comparePolicies'>) => ({
      complete: true,
      ...(isChanged(body.change) && { standing: { finding: 'NEVER_MATCHES', shadowers: [] } }),
    }),
  });
  await seen(code());
  await replaceYaml('destination: EXTERNAL', 'destination: EXTERNAL\n    destinationContains: moon');
  await seen(page.getByText(words.warnings.NO_SUCH_DESTINATION));
  await seen(page.getByText(words.effect.findings.NEVER_MATCHES));
});

it('tells what an edit changes, and nothing of an earlier answer while the later one is on its way', async () => {
  const side = (decision: 'BLOCK' | 'REVIEW') => ({ decision, approverRoles: [] }) as const;
  const areas = [{ when: 'exports', area: EXPORTS, by: { before: POLICY.name, after: null } }] as const;
  const changed = {
    complete: true,
    changes: [
      { kind: 'looser', from: side('BLOCK'), to: side('REVIEW'), exact: true, areas },
      { kind: 'stricter', from: side('REVIEW'), to: side('BLOCK'), exact: true },
    ],
  } as const;
  const service = await open();
  const effect = page.getByRole('tabpanel', { name: words.effect.tab });
  await seen(effect.getByText(words.effect.asSaved));
  await description().fill('Exports leave with a person only');
  await seen(effect.getByText(words.effect.same));
  const { answer, release } = held(changed);
  service.answer({ comparePolicies: answer });
  await click(page.getByText(policy.decisions.REVIEW, { exact: true }));
  await seen(effect.getByText(words.effect.comparing));
  await gone(effect.getByText(words.effect.same));
  release();
  await seen(effect.getByText(words.effect.lead));
  for (const kind of ['looser', 'stricter'] as const) {
    await seen(effect.getByRole('heading', { name: loosening.kinds[kind] }));
  }
  await seen(effect.getByText(areaSentence(EXPORTS, { language: 'en' })));
  await seen(effect.getByText(loosening.by(POLICY.name, null)));
  expect(service.last('comparePolicies')?.body).toMatchObject({
    change: { id: POLICY.id, policy: { decision: 'REVIEW', condition: POLICY.condition } },
  });
  service.answer({ comparePolicies: { complete: true } });
  await press(words.discard);
  await seen(effect.getByText(words.effect.asSaved));
});

/** Exports that were blocked are allowed. */
const LOOSER = {
  complete: true,
  changes: [
    {
      kind: 'looser',
      from: { decision: 'BLOCK', approverRoles: [] },
      to: { decision: 'ALLOW', approverRoles: [] },
      exact: true,
      areas: [{ when: 'exports', area: EXPORTS, by: { before: POLICY.name, after: null } }],
    },
  ],
} as const;

it('asks once before a save that loosens, with the sentence, and sends why', async () => {
  const allowed = { ...POLICY, decision: 'ALLOW' } as const;
  const service = await open({ comparePolicies: LOOSER, updatePolicy: allowed });
  await click(page.getByText(policy.decisions.ALLOW, { exact: true }));
  await press(words.save);
  await seen(dialog().getByText(loosening.title));
  await seen(dialog().getByText(areaSentence(EXPORTS, { language: 'en' })));
  await pressInDialog(loosening.back);
  expect(service.calls('updatePolicy')).toEqual([]);
  await press(words.save);
  await dialog().getByRole('textbox', { name: loosening.note }).fill('Legal agreed');
  await pressInDialog(loosening.goOn);
  await seen(page.getByText(words.saved));
  expect(service.last('updatePolicy')?.body).toMatchObject({ decision: 'ALLOW', note: 'Legal agreed' });
});

it('saves what loosens nothing without a question, also when the comparison comes late', async () => {
  const { answer, release } = held({ complete: true });
  const saved = { ...POLICY, decision: 'REVIEW' } as const;
  const service = await open({ comparePolicies: answer, updatePolicy: saved });
  await click(page.getByText(policy.decisions.REVIEW, { exact: true }));
  await press(words.save);
  await seen(dialog().getByText(loosening.comparing(0)));
  expect(service.calls('updatePolicy')).toEqual([]);
  release();
  await seen(page.getByText(words.saved));
  expect(service.last('updatePolicy')?.body).not.toHaveProperty('note');
});

it('keeps the reviews of a policy with its approvers, and lets them be passed on again', async () => {
  const asked = { ...POLICY, decision: 'REVIEW' } as const;
  const kept = { ...asked, escalate: false } as const;
  const service = await open({ readPolicy: asked, updatePolicy: kept });
  const box = page.getByRole('checkbox', { name: policy.escalates });
  await expect.element(box).toBeChecked();
  expect(codeIn(code())).not.toContain('escalate');
  await click(box);
  await expect.poll(() => codeIn(code())).toContain('escalate: false');
  await seen(page.getByText('the review is not passed on'));
  await press(words.save);
  await seen(page.getByText(words.saved));
  expect(service.last('updatePolicy')?.body).toMatchObject({ decision: 'REVIEW', escalate: false });
  await click(box);
  await expect.poll(() => codeIn(code())).not.toContain('escalate');
  await press(words.save);
  await expect.poll(() => page.getByText(words.saved).elements().length).toBe(2);
  expect(service.last('updatePolicy')?.body).toMatchObject({ escalate: true });
});

it.each([
  ['cannot be had', refused('validation_error')],
  ['is not whole', { complete: false }],
])('asks plainly when the comparison %s', async (_, comparePolicies) => {
  const service = await open({ comparePolicies, updatePolicy: { ...POLICY, decision: 'REVIEW' } });
  await click(page.getByText(policy.decisions.REVIEW, { exact: true }));
  await press(words.save);
  await seen(dialog().getByText(loosening.unknown.what));
  expect(service.calls('updatePolicy')).toEqual([]);
  await pressInDialog(loosening.goOnAnyway);
  await seen(page.getByText(words.saved));
});

it('states in a test case what was found, the moment and an open anomaly', async () => {
  const read = { agent: 'billing-bot', action: 'READ_DATA', resource: 'customers' } as const;
  const tested = { ...POLICY, tests: [{ name: 'Odd reads', input: read, expect: { decision: 'REVIEW' } }] } as const;
  const service = await open({
    listAgents: {},
    listResources: {},
    readPolicy: tested,
    updatePolicy: tested,
    checkPolicy: ({ body: { tests = [] } }: Call<'checkPolicy'>) => ({
      results: tests.map(({ name, input }) => ({ name, decision: 'REVIEW', pass: input.openAnomaly === true })),
    }),
  });
  const { tests } = words;
  await click(page.getByRole('tab', { name: tests.tab }));
  await seen(page.getByText(tests.fails, { exact: true }));
  await press(tests.edit('Odd reads'));
  await click(dialog().getByRole('group', { name: tests.dlpTypes }).getByText(policy.types.HEALTH_DATA));
  await dialog().getByLabelText(tests.at).fill('2026-07-05T12:00:00');
  await dialog().getByRole('combobox', { name: tests.openAnomaly }).selectOptions(tests.openAnomalies.yes);
  await pressInDialog(tests.apply);
  await seen(page.getByText(tests.pass, { exact: true }));
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.saved));
  const facts = { dlpTypes: ['HEALTH_DATA'], at: '2026-07-05T12:00:00.000Z', openAnomaly: true };
  expect(service.last('updatePolicy')?.body.tests).toMatchObject([{ input: { ...read, ...facts } }]);
});

it('shows both sides when another person saved meanwhile, and saves what was chosen', async () => {
  // The record in a refusal comes whole: nothing of it is filled in.
  const whole = { ...POLICY, mode: 'ENFORCE', approverRoles: [], tests: [], testsUpdatedAt: null, agents: [] } as const;
  const theirs = { ...whole, decision: 'REVIEW', updatedAt: '2026-11-24T12:30:00.000Z' } as const;
  const mine = { ...POLICY, description: 'Mine', updatedAt: '2026-11-24T12:31:00.000Z' } as const;
  const service = await open({
    updatePolicy: inTurn(refused('conflict', { conflict: { current: theirs } }), mine),
  });
  await description().fill('Mine');
  await seen(page.getByText(words.changes(1)));
  await keys('{Control>}s{/Control}');
  const clash = dialog().getByRole('heading', { name: registry.clash.title });
  await seen(clash);
  const side = (whose: string, text: string) =>
    dialog()
      .getByRole('group', { name: words.clash.field.decision })
      .getByRole('radio', { name: `${whose} ${text}` });
  await expect.element(side(registry.clash.theirs, policy.decisions.REVIEW)).toBeChecked();
  await click(side(registry.clash.mine, policy.decisions.BLOCK));
  service.answer({ readPolicy: mine });
  await pressInDialog(registry.clash.save);
  await gone(clash);
  await seen(page.getByText(words.saved));
  expect(service.last('updatePolicy')?.body).toMatchObject({
    updatedAt: theirs.updatedAt,
    description: 'Mine',
    decision: 'BLOCK',
  });
});

it('takes 20,000 conditions that are pasted, and goes on answering', async () => {
  await open();
  await seen(code());
  const parts = Array.from({ length: 20_000 }, (_, index) => `      - minRecords: ${index}`).join('\n');
  const [head] = codeIn(code()).split('condition:');
  await pasteOver(code(), `${head}condition:\n    anyOf:\n${parts}\n  decision: BLOCK\n`);
  const more = page.getByRole('button', { name: policy.showMore(19_950) });
  await seen(more);
  await press(words.discard);
  await gone(more);
});
