// SPDX-License-Identifier: Apache-2.0
/**
 * Guardrails in the app, as the service proves them: a request that breaks one can be tried. A change of policies that breaks
 * an enforced one is refused and says why. The pages are tried beside their sources.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import * as sessions from '#harness/service/sessions.ts';
import { words as outcomes } from '../../web/src/decision/words-en.ts';
import { words as list } from '../../web/src/pages/policies/words-en.ts';
import { words as editor } from '../../web/src/pages/policy/words-en.ts';
import { words as versions } from '../../web/src/pages/policy-versions/words-en.ts';
import { words as trying } from '../../web/src/pages/try-action/words-en.ts';
import { words as claims } from '../../web/src/policy/claim/words-en.ts';
import { words as loosening } from '../../web/src/policy/loosening/words-en.ts';
import { words as policy } from '../../web/src/policy/words-en.ts';
import { words as registry } from '../../web/src/registry/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization, visitor } from './organization.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
let other: sessions.Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  other = await sessions.signIn(service.baseUrl, visitor(1));
  await offAndOn();
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/guardrails');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

/** A version of the policies without the one that blocks, before any guardrail is kept. */
async function offAndOn(): Promise<void> {
  const { items } = (await other.call<{ items: { id: string; name: string }[] }>('/policies')).body;
  const id = items.find(({ name }) => name === 'Block deleting customers')?.id ?? '';
  for (const enabled of [false, true]) {
    const { updatedAt } = (await other.call<{ updatedAt: string }>(`/policies/${id}`)).body;
    await other.call(`/policies/${id}`, { method: 'PATCH', body: { updatedAt, enabled } });
  }
}

/** @returns the address of its page */
async function keep(claim: object, enforcing: boolean): Promise<string> {
  const { status, body } = await other.call<{ id: string }>('/guardrails', { body: { claim, enforcing } });
  expect(status).toBe(201);
  return `/app/guardrails/${body.id}`;
}

const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const DELETED = 'Customers are never deleted';

it('is refuted by a request, which the decision path decides as the proof says', async () => {
  const when = { dlpTypes: ['HEALTH_DATA'], destination: 'EXTERNAL' };
  await page.goto(await keep({ name: 'Health data never leaves', when, atLeast: 'REVIEW' }, false));
  await page.getByText(claims.stateTexts.REFUTED).waitFor();
  await page.getByText(claims.witness.gets, { exact: true }).waitFor();
  await page.getByRole('link', { name: claims.witness.try }).click();
  const answer = page.getByRole('region', { name: trying.answer });
  await answer.getByText(trying.wouldBe).waitFor();
  await answer.getByText(outcomes.outcomes.allowed, { exact: true }).first().waitFor();
  await page.getByRole('checkbox', { name: policy.types.HEALTH_DATA }).and(page.locator(':checked')).waitFor();
  expect(problems).toEqual([]);
});

it('refuses what breaks it in the editor, the list and the versions of policies, with guardrail and request', async () => {
  const when = { action: 'DELETE' };
  await page.goto(await keep({ name: DELETED, when, resource: 'CUSTOMER_PII', atLeast: 'BLOCK' }, true));
  await page.getByRole('link', { name: 'Block deleting customers' }).click();
  await page.getByRole('radio', { name: policy.decisions.REVIEW }).press(' ');
  await page.keyboard.press('Control+s');
  await dialog().getByRole('button', { name: loosening.goOn }).click();
  const refusal = page.getByRole('alert').filter({ hasText: claims.broken.title });
  await refusal.getByRole('link', { name: DELETED }).waitFor();
  await refusal.getByText(claims.witness.wouldGet).waitFor();
  await refusal.getByText(outcomes.outcomes.waiting).waitFor();
  await press(editor.discard);
  await refusal.waitFor({ state: 'detached' });
  await page.goto('/app/policies');
  await press(registry.acts('Block deleting customers'));
  await page.getByRole('menuitem', { name: list.turnOff }).click();
  await dialog().getByRole('button', { name: list.turnOff }).click();
  await dialog().getByRole('alert').getByRole('link', { name: DELETED }).waitFor();
  await dialog().getByRole('button', { name: ui.cancel }).click();
  await page.goto('/app/policies/versions?version=2');
  await press(versions.restore);
  await dialog().getByRole('button', { name: versions.restore }).click();
  await dialog().getByRole('alert').getByText(outcomes.outcomes.allowed, { exact: true }).waitFor();
  expect(problems).toEqual([]);
});
