// SPDX-License-Identifier: Apache-2.0
/** Tells owners, or other roles, that the service has disabled one of their webhook endpoints. */
import type { WebhookDisabledReason } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { shownAddress } from '../egress/index.ts';
import type { Texts } from './compose.ts';
import { momentText } from './moment.ts';
import type { About, Notice } from './notice.ts';
import { selectMailed } from './recipients.ts';
import type { Language } from './text.ts';

/** The service's own reasons: a person who disables an endpoint knows it. */
type Reason = Exclude<WebhookDisabledReason, 'manual'>;

type WebhookFacts = {
  organization: string;
  endpoint: string;
  description: string;
  reason: Reason;
  disabledAt: string;
  timeZone: string;
};

/** The subject is the endpoint. No mail is sent about one that a person has deleted, enabled or disabled meanwhile. */
export const WEBHOOK_DISABLED: Notice<WebhookFacts> = {
  async read(transaction, about) {
    const facts = await selectFacts(transaction, about);
    return facts === null
      ? null
      : { facts, recipients: await selectMailed(transaction, about.organizationId, 'webhookDisabled') };
  },
  texts: {
    en: (facts, baseUrl) => ({
      subject: `A webhook endpoint of ${facts.organization} was disabled`,
      paragraphs: [REASONS.en[facts.reason], 'Nothing more is sent to it. Decisions are made and recorded as before.'],
      details: [['Endpoint', facts.endpoint], ...described('Description', facts), ['When', timeOf(facts, 'en')]],
      action: { label: 'See the deliveries', url: `${baseUrl}/app/webhooks` },
      notes: [`You are told because of your role in ${facts.organization}. Turn it off: ${baseUrl}/app/account`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject: `Um endpoint de webhook de ${facts.organization} foi desativado`,
      paragraphs: [
        REASONS['pt-BR'][facts.reason],
        'Nada mais é enviado a ele. As decisões continuam sendo tomadas e registradas como antes.',
      ],
      details: [['Endpoint', facts.endpoint], ...described('Descrição', facts), ['Quando', timeOf(facts, 'pt-BR')]],
      action: { label: 'Ver as entregas', url: `${baseUrl}/app/webhooks` },
      notes: [
        `Você foi avisado por causa do seu papel em ${facts.organization}. Para desativá-lo: ${baseUrl}/app/account`,
      ],
    }),
  },
};

const described = (label: string, { description }: WebhookFacts): [string, string][] =>
  description === '' ? [] : [[label, description]];

const REASONS: Record<keyof Texts<WebhookFacts>, Record<Reason, string>> = {
  en: {
    gone: 'It answered 410 (Gone), which says that it will never take deliveries again.',
    failing: 'Every attempt to deliver to it has failed for five days.',
  },
  'pt-BR': {
    gone: 'Ele respondeu 410 (Gone), o que significa que nunca mais aceitará entregas.',
    failing: 'Todas as tentativas de entrega a ele falharam durante cinco dias.',
  },
};

const timeOf = ({ disabledAt, timeZone }: WebhookFacts, language: Language): string =>
  momentText(new Date(disabledAt), language, timeZone);

interface FactsRow extends Record<string, unknown> {
  organization: string;
  time_zone: string;
  url: string;
  description: string | null;
  disabled_at: Date;
  disabled_reason: Reason;
}

async function selectFacts(transaction: Transaction, about: About): Promise<WebhookFacts | null> {
  const values = [about.organizationId, about.subjectId];
  const [row] = await transaction.query<FactsRow>(SELECT_FACTS, values);
  if (row === undefined) return null;
  return {
    organization: row.organization,
    endpoint: shownAddress(row.url),
    description: row.description ?? '',
    reason: row.disabled_reason,
    disabledAt: row.disabled_at.toISOString(),
    timeZone: row.time_zone,
  };
}

const SELECT_FACTS = `
  SELECT o.name AS organization, o.time_zone, e.url, e.description, e.disabled_at, e.disabled_reason
  FROM svc.webhook_endpoints e JOIN svc.organizations o ON o.organization_id = e.organization_id
  WHERE e.organization_id = $1 AND e.id = $2 AND e.disabled_at IS NOT NULL
    AND e.disabled_reason IN ('gone', 'failing')`;
