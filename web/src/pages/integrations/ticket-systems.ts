// SPDX-License-Identifier: Apache-2.0
/** Ticket systems that many use: the address and the body of a request that opens a ticket, by their documentation. */
import type { IntegrationFormValues } from './integration-values.ts';

export const TICKET_SYSTEMS = ['JIRA', 'SERVICENOW', 'ZENDESK', 'GITHUB', 'OTHER'] as const;
export type TicketSystem = (typeof TICKET_SYSTEMS)[number];

const TITLE = '{{agent}}: {{action}} on {{resource}}';
const TEXT = '{{reason}} {{link}}';
const template = (body: object): string => JSON.stringify(body, null, 2);

/** Words in capitals stand for the organization's own, and must not be left. */
export const TICKET_VALUES: Readonly<Record<TicketSystem, Pick<IntegrationFormValues, 'url' | 'bodyTemplate'>>> = {
  // REST API 2 takes plain text, where 3 wants a document.
  JIRA: {
    url: 'https://SITE.atlassian.net/rest/api/2/issue',
    bodyTemplate: template({
      fields: { project: { key: 'PROJECT' }, issuetype: { name: 'Task' }, summary: TITLE, description: TEXT },
    }),
  },
  SERVICENOW: {
    url: 'https://INSTANCE.service-now.com/api/now/table/incident',
    bodyTemplate: template({ short_description: TITLE, description: TEXT, correlation_id: '{{id}}' }),
  },
  ZENDESK: {
    url: 'https://SUBDOMAIN.zendesk.com/api/v2/tickets.json',
    bodyTemplate: template({ ticket: { subject: TITLE, comment: { body: TEXT }, external_id: '{{id}}' } }),
  },
  GITHUB: {
    url: 'https://api.github.com/repos/OWNER/REPOSITORY/issues',
    bodyTemplate: template({ title: TITLE, body: TEXT }),
  },
  OTHER: { url: '', bodyTemplate: template({ title: TITLE, text: TEXT }) },
};

/** @param system null: nothing was filled in */
export const hasPlaceholder = (system: TicketSystem | null, text: string): boolean =>
  system !== null && /\b(?:SITE|INSTANCE|SUBDOMAIN|OWNER|REPOSITORY)\b|"PROJECT"/.test(text);
