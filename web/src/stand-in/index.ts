// SPDX-License-Identifier: Apache-2.0
/**
 * For tests of the app's pages and parts beside them: the whole app at an address, before a stand-in for the service.
 * It owns the opening and the end of a page, and knows no page.
 */
import type { AppAnswer, Role } from '@svc/contract';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startApp } from '../app.tsx';
import type { Language } from '../language/languages.ts';
import { TIMES_PREFERENCE, ZONE_PREFERENCE } from '../language/times.ts';
import { keepPreference } from '../preference/index.ts';
import type { Answers, Part } from './answers.ts';
import { idOf, NOW } from './fill.ts';
import { StandIn } from './service.ts';
import '../styles.css';

export {
  choose,
  click,
  codeIn,
  dialog,
  drawer,
  focus,
  gone,
  hold,
  keys,
  pasteOver,
  pressInDialog,
  seen,
} from './acts.ts';
export { changing, DONE, held, inTurn, named, refused, UNREACHABLE } from './answers.ts';
export { idOf, NOW } from './fill.ts';
export { filters, focusedRow, rows, savedFiles } from './lists.ts';

/**
 * React's development build complains without a cause where a part waits for code or words by `use`. It complains of
 * the router, which does without it once the code is there. It compares the hooks of a part that waited with those of
 * the part that waits no more; the lint holds their order. Only a page that is opened for the first time shows either.
 */
const isOfWaiting = (told: unknown): boolean =>
  told instanceof Error
    ? told.message.startsWith('This library called use()') && /\bat Lazy .*router/.test(`${told.stack}`)
    : `${told}`.startsWith('React has detected a change in the order of Hooks called by');

interface Options {
  role?: Role;
  language?: Language;
  /** A phone's width instead of a desktop's. */
  isPhone?: boolean;
  /** A desktop as wide as this. */
  width?: number;
  /** No person is signed in. */
  isVisitor?: boolean;
}

let opened: { service: StandIn; close(): void } | null = null;
/** Errors and warnings on the console of the page. */
const complaints: string[] = [];
const ADDRESS_OF_TESTS = location.pathname + location.search;
const ownFetch = globalThis.fetch;

/** Nothing moves, so that no test waits for it. Less motion, which a person may ask for, changes the acts. */
const STILL = new CSSStyleSheet();
STILL.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');

/**
 * Opens the app at an address, as after a load of the page, and leaves what was open.
 * @param address below `/app`
 * @param answers beside those that every page reads, of an organization in which nothing happens
 */
export async function openApp(address: string, answers: Answers = {}, options: Options = {}): Promise<StandIn> {
  if (opened === null) onTestFinished(end);
  close();
  const { role = 'OWNER', language = 'en', isPhone = false, width = DESKTOP.width, isVisitor = false } = options;
  vi.setSystemTime(NOW);
  keepPreference('language', language);
  // Another page may have chosen a zone, and learned that of its organization.
  keepPreference(TIMES_PREFERENCE, 'organization');
  keepPreference(ZONE_PREFERENCE, '');
  await show(isPhone ? PHONE : { ...DESKTOP, width });
  const service = new StandIn({ ...(isVisitor ? OF_VISITORS : answersOfEveryPage(role)), ...answers }, role);
  globalThis.fetch = service.fetch;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...told: unknown[]) => void (isOfWaiting(told[0]) || complaints.push(told.map(String).join(' '))),
    );
  }
  document.adoptedStyleSheets = [STILL];
  history.replaceState(null, '', `/app${address}`);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  const root = createRoot(element);
  const router = await startApp(root);
  const closePage = () => {
    root.unmount();
    element.remove();
    router.options.context.queries.clear();
    router.history.destroy();
  };
  opened = { service, close: closePage };
  return service;
}

const DESKTOP = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

async function show({ width, height }: typeof PHONE): Promise<void> {
  if (window.innerWidth !== width) await page.viewport(width, height);
}

/** The address of the page below `/app`. */
export const address = (): string => (location.pathname + location.search).replace(/^\/app/, '');

const OF_VISITORS: Answers = { readSession: { present: false, mail: true } };

/** The person of the tests. */
export const PERSON = { id: idOf(0), email: 'olivia@acme.test', name: 'Olivia Owner' };
const ORGANIZATION = { id: idOf(0), name: 'Acme' };

function answersOfEveryPage(role: Role): Answers {
  return {
    readSession: { present: true, mail: true },
    readMe: me({}, role),
    listGroups: {},
    listProposals: { items: [], pending: 0 },
    readFirstSteps: STEPS_TAKEN,
    listReviews: {},
    listAnomalies: {},
    listAudit: {},
    readDashboard: {},
    readOrganization: { name: ORGANIZATION.name, timeZone: 'UTC', riskReviewAt: 40, riskBlockAt: 90 },
  };
}

/** Every step is taken, so that no guide stands in the menu. */
const STEPS_TAKEN = {
  agent: 'billing-bot',
  resource: {},
  apiKey: {},
  decision: {},
  policy: {},
  person: {},
  people: 2,
} as const;

/** The answer of `readMe`, for tests that change it. */
export function me(changes: Part<AppAnswer<'readMe'>>, role: Role = 'OWNER') {
  const organization = { ...ORGANIZATION, role };
  return { user: PERSON, organization, memberships: [organization], verified: true, mail: true, ...changes };
}

function close(): void {
  if (opened === null) return;
  const { service } = opened;
  opened.close();
  opened = null;
  complaints.push(...service.faults);
  globalThis.fetch = ownFetch;
  history.replaceState(null, '', ADDRESS_OF_TESTS);
}

/** A page may be opened again within a test; what the first one complained of counts, too. */
function end(): void {
  close();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(complaints.splice(0)).toEqual([]);
}
