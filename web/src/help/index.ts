// SPDX-License-Identifier: Apache-2.0
/**
 * Every address of the documentation that the app leads to. A test of the built site follows each of them, in both
 * languages: a page that is not there fails it.
 */
import type { ErrorCode, LANGUAGES } from '@svc/contract';

const ROOT = '/docs/';
type Language = (typeof LANGUAGES)[number];

/** A place in a document, which headings of each language name. */
interface Place {
  readonly page: string;
  readonly anchors: Readonly<Record<Language, string>>;
}

/** Guides have the same names in both languages. A page that is not translated is shown in English. */
export const HELP = {
  start: '',
  agents: 'guides/deciding.html',
  anomalies: 'guides/anomalies.html',
  apiKeys: {
    page: 'guides/deciding.html',
    anchors: { en: 'what-a-key-may-do', 'pt-BR': 'o-que-uma-chave-pode-fazer' },
  },
  audit: 'guides/audit.html',
  budgets: 'guides/asking-rightly.html',
  changes: 'guides/two-people.html',
  chats: 'guides/chat-and-tickets.html',
  connect: 'guides/connect-an-assistant.html',
  deciding: 'guides/deciding.html',
  gateways: 'guides/gateways.html',
  grants: 'guides/grants.html',
  guardrails: 'guides/proofs.html',
  heldData: 'guides/data-rights.html',
  mcpRoutes: 'guides/mcp-servers.html',
  groups: { page: 'guides/members.html', anchors: { en: 'groups', 'pt-BR': 'grupos' } },
  members: 'guides/members.html',
  policies: 'guides/policies.html',
  reviews: 'guides/reviews.html',
  toolRules: 'guides/tool-rules.html',
  webhooks: 'guides/webhooks.html',
} as const satisfies Record<string, string | Place>;

export type Help = keyof typeof HELP;

export function helpUrl(topic: Help, language: Language): string {
  const place: string | Place = HELP[topic];
  const path = typeof place === 'string' ? place : `${place.page}#${place.anchors[language]}`;
  return ROOT + ofLanguage(language) + path;
}

/** The place that says what an error means, and what to do about it. */
export function errorUrl(code: ErrorCode, language: Language): string {
  return `${ROOT + ofLanguage(language)}reference/errors.html#${code}`;
}

const ofLanguage = (language: Language): string => (language === 'en' ? '' : `${language}/`);
