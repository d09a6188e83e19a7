// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every mail can be read in Chromium, in both languages, light and dark, wide and narrow. It loads nothing,
 * breaks no rule of accessibility, says all that its plain part says, and leads to the service alone. The pictures are
 * kept for the eye.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADDRESS_KNOWN } from '../../server/src/outgoing/mail/address-known.ts';
import { ADDRESS_VERIFICATION } from '../../server/src/outgoing/mail/address-verification.ts';
import { BUDGET_USED } from '../../server/src/outgoing/mail/budget-used.ts';
import {
  type ComposedText,
  composeText,
  composeWritten,
  type Facts,
  type Texts,
} from '../../server/src/outgoing/mail/compose.ts';
import type { DigestFacts } from '../../server/src/outgoing/mail/digest-facts.ts';
import { digestText } from '../../server/src/outgoing/mail/digest-text.ts';
import { MEMBER_INVITED } from '../../server/src/outgoing/mail/member-invited.ts';
import type { NoticeKind } from '../../server/src/outgoing/mail/notices.ts';
import { ADDRESS_UNKNOWN, PASSWORD_RESET } from '../../server/src/outgoing/mail/password-reset.ts';
import { GRACE_BEGUN, PLAN_ENDED } from '../../server/src/outgoing/mail/plan-unpaid.ts';
import { PROPOSAL_MADE } from '../../server/src/outgoing/mail/proposal-made.ts';
import { QUOTA_REACHED } from '../../server/src/outgoing/mail/quota-reached.ts';
import {
  CHAT_LINK_ENDED,
  EMAIL_CHANGED,
  MFA_CHANGED,
  NEW_BROWSER,
  ORGANIZATION_DELETED,
  PASSWORD_CHANGED,
  PASSWORD_KNOWN,
  SESSION_STOLEN,
} from '../../server/src/outgoing/mail/security-notices.ts';
import type { Language } from '../../server/src/outgoing/mail/text.ts';
import { WEBHOOK_DISABLED } from '../../server/src/outgoing/mail/webhook-disabled.ts';
import { WEBHOOK_HELD } from '../../server/src/outgoing/mail/webhook-held.ts';
import { ROOT } from '../tidy/source-files.ts';
import { violationsIn } from './axe.ts';
import { startBrowser } from './browser.ts';

const BASE_URL = 'https://svc.example';
const PICTURES = join(ROOT, 'node_modules/.cache/pictures-of-mails');
const TOKEN = 'hBkW0e8xkz3J0cVw2bq1m7d9s4T6y5u8iOpAsDfGh_k';

type Sample = (language: Language | null) => ComposedText;

function sample<Of extends Facts>({ texts }: { texts: Texts<Of> }, facts: Of): Sample {
  return (language) => composeText(texts, facts, BASE_URL, language);
}

const CAUSE = {
  kind: 'passkey.added',
  at: '2026-11-24T09:12:00.000Z',
  browser: 'Firefox',
  system: 'Linux',
  network: '203.0.113.0/24',
  newEmail: 'marina.lima@acme.example',
  organization: '',
  integration: '',
};

/** A name as long and as hostile as a mail may hold. */
const HOSTILE = `<b onclick="x()">${'W'.repeat(90)}</b> & \u202e東京 😀`;

const DIGEST: DigestFacts = {
  organization: 'Acme Labs',
  timeZone: 'America/Sao_Paulo',
  reviews: (['waiting', 'expiring', 'expired'] as const).map((state) => ({
    id: '018f0000-0000-7000-8000-00000000ffff',
    state,
    expiresAt: new Date('2026-11-25T12:00:00Z'),
    riskScore: 72,
    agent: 'crm-sync',
    action: 'EXPORT_DATA',
    resource: 'customers',
    classification: 'CUSTOMER_PII',
    destination: 'EXTERNAL_API',
    recordsAffected: 4_812,
  })),
  anomalies: [{ id: TOKEN, kind: 'NEW_ACTION', params: { agent: 'crm-sync', action: 'DELETE_DATA' } }],
  changes: [
    {
      seq: 812,
      at: new Date('2026-11-24T09:12:00Z'),
      kind: 'policy.updated',
      name: HOSTILE,
      by: { type: 'key', name: 'ci' },
      fields: [{ name: 'decision', values: ['BLOCK', 'ALLOW'] }],
    },
  ],
  more: 2,
};

const SAMPLES: Record<NoticeKind, Sample> = {
  'account.address_known': sample(ADDRESS_KNOWN, {}),
  'account.chat_link_ended': sample(CHAT_LINK_ENDED, { ...CAUSE, organization: HOSTILE, integration: HOSTILE }),
  'account.email_changed': sample(EMAIL_CHANGED, CAUSE),
  'account.mfa_changed': sample(MFA_CHANGED, CAUSE),
  'account.new_browser': sample(NEW_BROWSER, CAUSE),
  'account.organization_deleted': sample(ORGANIZATION_DELETED, { ...CAUSE, organization: HOSTILE }),
  'account.password_changed': sample(PASSWORD_CHANGED, CAUSE),
  'account.password_known': sample(PASSWORD_KNOWN, CAUSE),
  'account.password_reset': sample(PASSWORD_RESET, { token: TOKEN }),
  'account.session_stolen': sample(SESSION_STOLEN, { ...CAUSE, browser: '', system: '', network: '' }),
  'account.unknown': sample(ADDRESS_UNKNOWN, {}),
  'account.verification': sample(ADDRESS_VERIFICATION, { token: TOKEN }),
  'member.invited': sample(MEMBER_INVITED, {
    organization: HOSTILE,
    inviter: 'Marina Lima',
    role: 'ADMIN',
    token: TOKEN,
  }),
  'notices.digest': (language) => composeWritten((one) => digestText(DIGEST, one, BASE_URL), BASE_URL, language),
  'billing.grace_begun': sample(GRACE_BEGUN, {
    organization: 'Aurora',
    plan: 'BUSINESS',
    state: 'PAST_DUE',
    endsAt: '2026-12-10T12:00:00Z',
    timeZone: 'America/Sao_Paulo',
  }),
  'billing.plan_ended': sample(PLAN_ENDED, {
    organization: 'Aurora',
    plan: 'BUSINESS',
    state: 'CANCELLED',
    endsAt: '2026-12-10T12:00:00Z',
    timeZone: 'America/Sao_Paulo',
  }),
  'budget.used': sample(BUDGET_USED, {
    organization: 'Acme Labs',
    id: '018f0000-0000-7000-8000-00000000ffff',
    name: HOSTILE,
    measure: 'RECORDS',
    onExceed: 'REVIEW',
    used: '8012',
    limit: '10000',
    endsAt: '2026-12-01T09:12:00.000Z',
    timeZone: 'America/Sao_Paulo',
  }),
  'proposal.made': sample(PROPOSAL_MADE, {
    organization: HOSTILE,
    author: HOSTILE,
    id: '018f0000-0000-7000-8000-00000000ffff',
    expiresAt: '2026-12-01T09:12:00.000Z',
    timeZone: 'America/Sao_Paulo',
  }),
  'quota.reached': sample(QUOTA_REACHED, {
    organization: 'Acme Labs',
    plan: 'DEVELOPER',
    month: '2026-11',
    percent: '80',
    events: '8012',
    eventsPerMonth: '10000',
  }),
  'webhook.disabled': sample(WEBHOOK_DISABLED, {
    organization: 'Acme Labs',
    endpoint: 'https://siem.acme.example/…',
    description: 'Watch tower',
    reason: 'failing',
    disabledAt: CAUSE.at,
    timeZone: 'America/Sao_Paulo',
  }),
  'webhook.held': sample(WEBHOOK_HELD, {
    organization: 'Acme Labs',
    endpoint: 'https://siem.acme.example/…',
    heldAt: CAUSE.at,
    timeZone: 'America/Sao_Paulo',
  }),
};

const LOOKS = [
  { language: 'en', colorScheme: 'light', width: 640 },
  { language: 'pt-BR', colorScheme: 'dark', width: 640 },
  { language: null, colorScheme: 'light', width: 390 },
  { language: 'en', colorScheme: 'dark', width: 390 },
] as const;

let browser: Browser;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const LABEL = new RegExp(
  '^(When|Since|From|Until|Quando|Desde|De|Até|Endpoint|Description|Descrição|Expired|Expirada|Anomaly|Anomalia|Plan|Plano|' +
    'Month|Mês|Decisions|Decisões|Acts|Ações|Records|Registros|Begins again|Recomeça|' +
    '(?:Until |Até )?(?:November|\\d+ de) .+?\\d\\d(?:\\s[AP]M)? \\S+): ',
);

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** The words of a text, whatever stands between them. */
const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim();

it.each(LOOKS)('in $language, $colorScheme, $width wide', async ({ language, colorScheme, width }) => {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 700 } });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const [kind, compose] of Object.entries(SAMPLES)) {
    const { body, html } = compose(language);
    await page.setContent(html);
    const shown = wordsOf(await page.locator('body').innerText());
    const lines = body.split('\n').filter((line) => line !== '' && line !== '* * *');
    for (const part of lines) {
      // Labels stand in a column of their own, without the colon of the plain part.
      const words = part.replace(LABEL, '$1 ').replace(/:$/, '');
      expect.soft(shown, kind).toContain(wordsOf(words));
    }
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const link of links) expect.soft(link, kind).toMatch(/^https:\/\/svc\.example(?:\/app\/|$)/);
    const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect.soft(sideways, kind).toBeLessThanOrEqual(0);
    expect.soft(await violationsIn(page, { runOnly: WCAG }), kind).toEqual([]);
    const name = `${kind}-${language ?? 'both'}-${colorScheme}-${width}.png`;
    const picture = await page.screenshot({ path: join(PICTURES, name), fullPage: true });
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  }
  expect(requests).toEqual([]);
  await context.close();
});
