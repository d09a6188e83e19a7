// SPDX-License-Identifier: Apache-2.0
/**
 * The room of every part that stands in a panel as well as on a page, with long names and in the longer language. It
 * depends on the width of what holds it, which a window of any width can make narrow.
 */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as pt } from '../decision/why-words-pt-br.ts';
import type { Answers } from '../stand-in/answers.ts';
import { WAITING_EVENT } from '../stand-in/events.ts';
import { click, held, idOf, openApp, seen } from '../stand-in/index.ts';
import { SQUEEZED } from '../stand-in/room.ts';

const WIDTHS = [768, 1_024, 1_440, 1_920] as const;
/** The height of the window in which these tests take place. */
const SCREEN_PX = 800;
/** A word of the labels, and a value beside it. */
const LABEL_PX_MIN = 120;
const ROW_LINES_MAX = 3;

const AGENT = { id: idOf(1), name: 'customer-support-escalation-copilot-europe' };
const RESOURCE = {
  id: idOf(7),
  name: 'production-customers-replica-for-analytics',
  classification: 'CUSTOMER_PII',
} as const;
const POLICY = { id: idOf(20), name: 'Exportações de dados de clientes em grande volume para fora da organização' };
const ALL_TYPES = ['CPF', 'CNPJ', 'CREDIT_CARD', 'EMAIL', 'PHONE_BR', 'HEALTH_DATA', 'PRIVATE_KEY'] as const;
const FACTORS = [
  { code: 'ACTION', points: 25 },
  { code: 'RESOURCE', points: 20 },
  { code: 'DESTINATION', points: 15 },
  { code: 'RECORDS', points: 15 },
  { code: 'CONTENT', points: 10 },
  { code: 'OUTSIDE_BUSINESS_HOURS', points: 5 },
  { code: 'OPEN_ANOMALY', points: 10 },
] as const;
const CONDITIONS = [
  { path: 'action', expected: 'EXPORT', actual: 'EXPORT_DATA', matched: true },
  { path: 'resource', expected: RESOURCE.name, actual: RESOURCE.name, matched: true },
  { path: 'minRecords', expected: '1000', actual: '1200', matched: true },
] as const;

const waiting = {
  ...WAITING_EVENT,
  agent: AGENT,
  resource: RESOURCE,
  policy: POLICY,
  dlpFindings: ALL_TYPES,
  reasons: [`The policy "${POLICY.name}" decides REVIEW.`],
} as const;
const why = {
  riskFactors: FACTORS,
  policies: [{ ...POLICY, decision: 'REVIEW', matched: true, fields: CONDITIONS }],
  policiesTotal: 11,
} as const;
const detail = (event: object) => ({
  readEventDetail: {
    event,
    why,
    review: { eventId: waiting.id, status: 'PENDING', canResolve: true, approverRoles: ['OWNER', 'ADMIN'] },
    audit: [{ seq: 1_043_869, kind: 'decision.recorded', actor: { type: 'key', id: idOf(5) } }],
  },
  readEventWaysOut: { ways: [{ records: { from: 0, to: 999 } }], complete: true },
});
const blocked = {
  ...waiting,
  decision: 'BLOCK',
  finalDecision: 'BLOCK',
  review: null,
  reasons: [`The policy "${POLICY.name}" decides BLOCK.`],
} as const;
const TRIED = `/try?agent=${AGENT.name}&action=EXPORT_DATA&resource=${RESOURCE.name}&destination=EXTERNAL_API&records=1200`;

interface Place {
  address: string;
  answers: Answers;
  /** The factors are folded in it. */
  isFolded?: boolean;
}

/** Each place of an explained decision. */
const EXPLAINED: Readonly<Record<string, Place>> = {
  'the panel of an event': {
    address: `/events?open=${waiting.id}`,
    answers: { listEvents: { items: [blocked] }, ...detail(blocked) } as Answers,
    isFolded: true,
  },
  'the page of an event': {
    address: `/events/${waiting.id}`,
    answers: detail(blocked) as Answers,
  },
  'the sheet of a review': {
    address: `/reviews?event=${waiting.id}`,
    answers: {
      listReviews: { items: [{ eventId: waiting.id, event: waiting, status: 'PENDING', canResolve: true }] },
      readAgent: { ...AGENT },
      listEvents: {},
      ...detail(waiting),
    } as Answers,
  },
  'an action that is tried': {
    address: TRIED,
    answers: {
      listAgents: { items: [AGENT] },
      listResources: { items: [RESOURCE] },
      testPolicies: {
        results: [
          {
            decision: 'REVIEW',
            riskScore: 85,
            riskLevel: 'CRITICAL',
            reasons: waiting.reasons,
            trace: { ...why, policy: POLICY, evaluatedDecision: 'REVIEW', dlpFindings: ALL_TYPES },
          },
        ],
      },
    } as Answers,
  },
};

// biome-ignore lint/security/noGlobalEval: a text of ours, which a browser beside the service runs too
const squeezed = () => globalThis.eval(SQUEEZED) as string[];

/** Texts that end in dots though they are no part of a row of a list, whose own link leads to the whole. */
function cut(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter(
      (element) => getComputedStyle(element).textOverflow === 'ellipsis' && element.closest('[data-row]') === null,
    )
    .filter((element) => element.closest('header, nav, li > a') === null || element.closest('[data-drawer]') !== null)
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth)
    .map(({ innerText }) => innerText);
}

it('is enough on a phone while a part of a sheet is still on its way', async () => {
  const past = held({ ...AGENT });
  const { address, answers } = EXPLAINED['the sheet of a review'] as Place;
  await openApp(address, { ...answers, readAgent: past.answer }, { isPhone: true, language: 'pt-BR' });
  const bars = () => document.querySelectorAll('section section [role=status] > .border-b').length;
  await expect.poll(bars).toBeGreaterThan(0);
  expect(squeezed()).toEqual([]);
  past.release();
});

it.each(WIDTHS.flatMap((width) => Object.entries(EXPLAINED).map(([name, place]) => ({ width, name, place }))))(
  'is enough in $name at $width px, with the verdict on the first screen',
  async ({ width, place: { address, answers, isFolded = false } }) => {
    await openApp(address, answers, { width, language: 'pt-BR' });
    const named = page.getByRole('main').getByRole('link', { name: POLICY.name }).first();
    await seen(named);
    // In a narrow window the form of a trial stands above its answer.
    const stands = document.querySelector('[data-drawer], [aria-live=polite]') ?? document.querySelector('main');
    const top = address === TRIED ? (stands?.getBoundingClientRect().top ?? 0) : 0;
    expect(named.element().getBoundingClientRect().bottom - top).toBeLessThan(SCREEN_PX);
    if (isFolded) await click(page.getByText(pt.factorsOf(FACTORS.length)));
    const factors = page.getByRole('table', { name: pt.riskScore });
    await expect.poll(() => factors.getByRole('rowheader').elements().length).toBe(FACTORS.length);
    for (const label of factors.getByRole('rowheader').elements()) {
      expect(label.getBoundingClientRect().width, label.textContent).toBeGreaterThan(LABEL_PX_MIN);
      const linePx = Number.parseFloat(getComputedStyle(label).lineHeight);
      expect(label.getBoundingClientRect().height, label.textContent).toBeLessThanOrEqual(ROW_LINES_MAX * linePx + 4);
    }
    expect(squeezed()).toEqual([]);
    expect(cut()).toEqual([]);
  },
);

const LONG_ID = '018f6a2b-7c3d-7e4f-8a5b-9c6d7e8f9a0b';
const OPEN = `?open=${LONG_ID}`;
const agent = { id: LONG_ID, name: AGENT.name, description: 'Answers customers' };

/** Each other panel beside a list, and the pages that have parts of them. */
const OTHERS: Readonly<Record<string, { address: string; answers: Answers; shows: string }>> = {
  'the panel of a resource': {
    address: `/resources${OPEN}`,
    answers: { listResources: { items: [{ ...RESOURCE, id: LONG_ID }] }, readResource: { ...RESOURCE, id: LONG_ID } },
    shows: RESOURCE.name,
  },
  'the panel of a key': {
    address: `/api-keys${OPEN}`,
    answers: {
      listApiKeys: { items: [{ id: LONG_ID, name: AGENT.name, agent }] },
      readApiKey: { id: LONG_ID, name: AGENT.name, agent },
    },
    shows: AGENT.name,
  },
  'the panel of an anomaly': {
    address: `/anomalies${OPEN}`,
    answers: {
      readAnomalyScan: {},
      listAnomalies: { items: [{ id: LONG_ID, kind: 'VOLUME_SPIKE', agent }] },
    },
    shows: AGENT.name,
  },
  'the page of an agent': {
    address: `/agents/${LONG_ID}`,
    answers: {
      readAgent: agent,
      readAgentAccess: { complete: true },
      listEvents: { items: [waiting] },
      readDashboard: { timeZone: 'UTC' },
      listResources: {},
    },
    shows: AGENT.name,
  },
};

it.each(WIDTHS.flatMap((width) => Object.entries(OTHERS).map(([name, place]) => ({ width, name, place }))))(
  'is enough in $name at $width px, and its id is whole',
  async ({ width, place: { address, answers, shows } }) => {
    await openApp(address, answers, { width, language: 'pt-BR' });
    for (const text of [shows, LONG_ID]) {
      const elements = () => page.getByText(text).elements();
      await expect.poll(() => elements().some((element) => element.checkVisibility()), { message: text }).toBe(true);
    }
    expect(squeezed()).toEqual([]);
    expect(cut()).toEqual([]);
  },
);
