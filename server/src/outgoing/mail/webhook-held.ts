// SPDX-License-Identifier: Apache-2.0
/** Tells owners, or other roles, that so many deliveries wait for a webhook endpoint that events are only counted. */
import type { Transaction } from '../../storage/db/index.ts';
import { shownAddress } from '../egress/index.ts';
import { momentText } from './moment.ts';
import type { About, Notice } from './notice.ts';
import { selectMailed } from './recipients.ts';

type HeldFacts = {
  organization: string;
  endpoint: string;
  heldAt: string;
  timeZone: string;
};

/** The subject is the endpoint. No mail is sent about one that is no longer held, or that a person has deleted. */
export const WEBHOOK_HELD: Notice<HeldFacts> = {
  async read(transaction, about) {
    const facts = await selectFacts(transaction, about);
    return facts === null
      ? null
      : { facts, recipients: await selectMailed(transaction, about.organizationId, 'webhookDisabled') };
  },
  texts: {
    en: (facts, baseUrl) => ({
      subject: `Too many deliveries wait for a webhook endpoint of ${facts.organization}`,
      paragraphs: [
        'The endpoint takes deliveries more slowly than they are made. So svc makes no more for it, and counts events.',
        'Once it has caught up, one delivery tells it what was left out. All events stay in the list of events.',
      ],
      details: [
        ['Endpoint', facts.endpoint],
        ['Since', momentText(new Date(facts.heldAt), 'en', facts.timeZone)],
      ],
      action: { label: 'See the deliveries', url: `${baseUrl}/app/webhooks` },
      notes: [`You are told because of your role in ${facts.organization}. Turn it off: ${baseUrl}/app/account`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject: `Há entregas demais esperando por um endpoint de webhook de ${facts.organization}`,
      paragraphs: [
        'O endpoint recebe entregas mais devagar do que são criadas. O svc não cria mais nenhuma e conta os eventos.',
        'Quando ele se recuperar, uma entrega informa o que ficou de fora. Tudo continua na lista de eventos.',
      ],
      details: [
        ['Endpoint', facts.endpoint],
        ['Desde', momentText(new Date(facts.heldAt), 'pt-BR', facts.timeZone)],
      ],
      action: { label: 'Ver as entregas', url: `${baseUrl}/app/webhooks` },
      notes: [
        `Você foi avisado por causa do seu papel em ${facts.organization}. Para desativá-lo: ${baseUrl}/app/account`,
      ],
    }),
  },
};

interface FactsRow extends Record<string, unknown> {
  organization: string;
  time_zone: string;
  url: string;
  first_at: Date;
}

async function selectFacts(transaction: Transaction, about: About): Promise<HeldFacts | null> {
  const [row] = await transaction.query<FactsRow>(SELECT_FACTS, [about.organizationId, about.subjectId]);
  if (row === undefined) return null;
  return {
    organization: row.organization,
    endpoint: shownAddress(row.url),
    heldAt: row.first_at.toISOString(),
    timeZone: row.time_zone,
  };
}

const SELECT_FACTS = `
  SELECT o.name AS organization, o.time_zone, e.url, h.first_at
  FROM svc.webhook_holds h
    JOIN svc.webhook_endpoints e ON e.organization_id = h.organization_id AND e.id = h.endpoint_id
    JOIN svc.organizations o ON o.organization_id = h.organization_id
  WHERE h.organization_id = $1 AND h.endpoint_id = $2`;
