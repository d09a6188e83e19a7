// SPDX-License-Identifier: Apache-2.0
/** Fills the template of a ticket. Values go into parsed texts, so that none of them can change the JSON around it. */
import { actionSentence } from '@svc/core/action-sentence';
import type { ReviewFacts } from './review-facts.ts';
import { outcomeOf, pageOf, plain } from './slack-message.ts';

/** Texts of a template: an unknown name stays as it is written. */
export function filledTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return JSON.stringify(filled(JSON.parse(template), values));
}

function filled(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    );
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]));
}

export function ticketValues(facts: ReviewFacts, baseUrl: string): Record<string, string> {
  return {
    id: facts.eventId,
    organization: plain(facts.organization),
    agent: plain(facts.agent),
    action: facts.action,
    resource: plain(facts.resource),
    classification: facts.classification,
    destination: facts.destination ?? '',
    recordsAffected: facts.recordsAffected === null ? '' : String(facts.recordsAffected),
    reason: plain(actionSentence(facts, facts.language)),
    policy: plain(facts.policy?.name ?? ''),
    riskScore: String(facts.riskScore),
    riskLevel: facts.riskLevel,
    dataTypes: facts.dataTypes.join(', '),
    contentScanned: facts.contentScanned === null ? '' : String(facts.contentScanned),
    status: facts.status,
    outcome: facts.status === 'PENDING' ? '' : plain(outcomeOf(facts)),
    expiresAt: facts.expiresAt.toISOString(),
    link: pageOf(facts, baseUrl),
  };
}
