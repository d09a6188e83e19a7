// SPDX-License-Identifier: Apache-2.0
/** Guardrails: how one is written, proved before it is saved, found by its state, and brought back after its deletion. */

import { claimSentence } from '@svc/core/plain-words';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as claim } from '../../policy/claim/words-en.ts';
import { words as policy } from '../../policy/words-en.ts';
import {
  address,
  changing,
  click,
  codeIn,
  dialog,
  gone,
  idOf,
  keys,
  openApp,
  pasteOver,
  pressInDialog,
  rows,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const DELETED = { name: 'Customers are never deleted', when: { action: 'DELETE' }, atLeast: 'BLOCK' } as const;
const [HEALTH] = words.starting as unknown as readonly [{ name: string }];
const WITNESS = {
  input: { agent: 'support-bot', action: 'EXPORT_DATA', resource: 'customers', dlpTypes: ['HEALTH_DATA'] },
  decision: 'ALLOW',
} as const;
const KEPT = { id: idOf(1), name: DELETED.name, claim: DELETED, enforcing: true, state: 'PROVED' } as const;
const REFUTED = { id: idOf(2), name: HEALTH.name, claim: { ...DELETED, name: HEALTH.name }, state: 'REFUTED' } as const;
const code = () => dialog().getByRole('textbox', { name: claim.form.yamlLabel });
const replace = (from: string, to: string) => pasteOver(code(), codeIn(code()).replace(from, to));

it('offers five guardrails, and proves one before it is saved, which is refuted by a request', async () => {
  const service = await openApp('/guardrails', {
    listGuardrails: {},
    checkGuardrail: { proof: { name: HEALTH.name, of: 'decision', proved: false, counterexample: WITNESS } },
    createGuardrail: REFUTED,
    readGuardrail: REFUTED,
    listGuardrailVersions: {},
  });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  expect(document.querySelectorAll('main li button')).toHaveLength(5);
  await click(page.getByRole('button', { name: HEALTH.name }));
  await pressInDialog(claim.form.check);
  await seen(dialog().getByText(claim.states.REFUTED));
  await seen(dialog().getByText(claim.witness.found(policy.types.HEALTH_DATA)));
  expect(service.calls('createGuardrail')).toEqual([]);
  await dialog().getByRole('combobox', { name: words.enforcement }).selectOptions(words.watch);
  await pressInDialog(words.createAct);
  await seen(page.getByRole('heading', { name: HEALTH.name, level: 1 }));
  expect(service.last('createGuardrail')?.body).toMatchObject({
    claim: { when: { dlpTypes: ['HEALTH_DATA'], destination: 'EXTERNAL' }, atLeast: 'REVIEW' },
    enforcing: false,
  });
});

it('is written as YAML, whose fault is mended, and the form follows', async () => {
  const service = await openApp('/guardrails', { listGuardrails: { items: [REFUTED] } });
  await seen(page.getByRole('row', { name: HEALTH.name }));
  await keys('c');
  await dialog().getByRole('textbox', { name: claim.form.name }).fill(DELETED.name);
  await click(dialog().getByText(policy.yaml, { exact: true }));
  await expect.poll(() => codeIn(code())).toContain(`name: ${DELETED.name}`);
  await replace('action: EXPORT', 'action: DELET');
  await seen(dialog().getByText(policy.faults(1)));
  await pressInDialog(words.createAct);
  await seen(dialog().getByText(claim.form.textFault));
  expect(service.calls('createGuardrail')).toEqual([]);
  await pressInDialog(policy.fix);
  await gone(dialog().getByText(policy.faults(1)));
  await replace('atLeast: REVIEW', 'atLeast: BLOCK');
  await click(dialog().getByText(claim.form.asForm, { exact: true }));
  await expect.element(dialog().getByRole('combobox', { name: policy.actionLabel })).toHaveValue('DELETE');
  await expect.element(dialog().getByRole('combobox', { name: claim.form.demand })).toHaveValue('ALLOW REVIEW');
  await pressInDialog(ui.cancel);
});

it('proves all of them again, and finds them by the service', async () => {
  const service = await openApp('/guardrails?state=REFUTED', {
    listGuardrails: ({ query }) => (query.state === 'REFUTED' ? { items: [REFUTED] } : { items: [KEPT, REFUTED] }),
    proveGuardrails: {},
  });
  await seen(page.getByRole('row', { name: HEALTH.name }));
  expect(rows()).toHaveLength(1);
  await click(page.getByRole('button', { name: words.prove }));
  await seen(page.getByText(words.provedAll(2)));
  expect(service.last('proveGuardrails')?.body).toEqual({ ids: [KEPT.id, REFUTED.id] });
  await page.getByRole('searchbox').fill('never');
  await expect.poll(address).toContain('q=never');
  await expect.poll(() => service.last('listGuardrails')?.query).toMatchObject({ state: 'REFUTED', q: 'never' });
});

it('opens at its earlier addresses, too', async () => {
  const answers = { listGuardrails: { items: [REFUTED] }, readGuardrail: REFUTED, listGuardrailVersions: {} };
  await openApp('/claims?state=REFUTED', answers);
  await seen(page.getByRole('row', { name: HEALTH.name }));
  expect(address()).toContain('/guardrails?state=REFUTED');
  await openApp(`/claims/${REFUTED.id}`, answers);
  await seen(page.getByRole('heading', { name: HEALTH.name, level: 1 }));
  expect(address()).toContain(`/guardrails/${REFUTED.id}`);
});

it('brings a deleted guardrail back by the version before its end', async () => {
  const service = await openApp('/guardrails', {
    listGuardrails: { items: [REFUTED] },
    listDeletedGuardrails: { items: [{ id: KEPT.id, name: KEPT.name, version: 4 }] },
    restoreGuardrailVersion: changing(KEPT, {
      listGuardrails: { items: [KEPT, REFUTED] },
      listDeletedGuardrails: {},
    }),
  });
  await click(page.getByRole('button', { name: words.deleted }));
  await pressInDialog(words.restoreNamed(KEPT.name));
  await seen(page.getByText(words.restored(KEPT.name)));
  await seen(dialog().getByText(words.noneDeleted));
  expect(service.last('restoreGuardrailVersion')).toMatchObject({
    params: { id: KEPT.id },
    body: { number: 3, current: 4 },
  });
  await pressInDialog(ui.close);
  const row = page.getByRole('row', { name: KEPT.name });
  await seen(row.getByText(claim.states.PROVED));
  await seen(row.getByText(claimSentence(DELETED, { language: 'en' })));
});
