// SPDX-License-Identifier: Apache-2.0
/**
 * Ticket systems that many use. The service knows the calls of some. For the others the request that opens a ticket is
 * filled in, by their documentation.
 */
import type { TicketProvider } from '@svc/contract';
import type { IntegrationFormValues } from './integration-values.ts';

const KNOWN = ['JIRA', 'SERVICENOW', 'GITHUB'] as const satisfies readonly TicketProvider[];
const WRITTEN = ['ZENDESK', 'OTHER'] as const;
/** One whose request people write, and see. */
export type TicketSystem = (typeof WRITTEN)[number];
export const TICKET_SYSTEMS = [...KNOWN, ...WRITTEN] as const;

export const isWritten = (system: (typeof TICKET_SYSTEMS)[number]): system is TicketSystem =>
  (WRITTEN as readonly string[]).includes(system);

const TITLE = '{{agent}}: {{action}} on {{resource}}';
const TEXT = '{{reason}} {{link}}';
const template = (body: object): string => JSON.stringify(body, null, 2);

/** Words in capitals stand for the organization's own, and must not be left. */
export const TICKET_VALUES: Readonly<Record<TicketSystem, Pick<IntegrationFormValues, 'url' | 'bodyTemplate'>>> = {
  ZENDESK: {
    url: 'https://SUBDOMAIN.zendesk.com/api/v2/tickets.json',
    bodyTemplate: template({ ticket: { subject: TITLE, comment: { body: TEXT }, external_id: '{{id}}' } }),
  },
  OTHER: { url: '', bodyTemplate: template({ title: TITLE, text: TEXT }) },
};

/** @param system null: nothing was filled in */
export const hasPlaceholder = (system: TicketSystem | null, text: string): boolean =>
  system !== null && /\bSUBDOMAIN\b/.test(text);
