// SPDX-License-Identifier: Apache-2.0
/** Tells owners and admins, or other roles, that a share of the month's decisions is used. */
import type { Transaction } from '../../storage/db/index.ts';
import type { About, Notice } from './notice.ts';
import { selectMailed } from './recipients.ts';
import type { Language } from './text.ts';

type QuotaFacts = {
  organization: string;
  plan: string;
  month: string;
  percent: string;
  events: string;
  eventsPerMonth: string;
};

/** The subject is the row of the share and the month: both stay as they were seen, however late the mail is sent. */
export const QUOTA_REACHED: Notice<QuotaFacts> = {
  async read(transaction, about) {
    const facts = await selectFacts(transaction, about);
    return facts === null
      ? null
      : { facts, recipients: await selectMailed(transaction, about.organizationId, 'quotaReached') };
  },
  texts: {
    en: (facts, baseUrl) => ({
      subject:
        facts.percent === '100'
          ? `${facts.organization} has used all decisions of its plan this month`
          : `${facts.organization} has used ${facts.percent} % of the month's decisions`,
      paragraphs: [
        facts.percent === '100'
          ? 'The limit of the month is reached. It is soft: every further call is decided and recorded as before, ' +
            'and marked as past the quota. It costs nothing more.'
          : 'At the limit nothing stops: every further call is decided and recorded, and marked as past the quota.',
        'The count starts again with the next month in UTC.',
      ],
      details: [
        ['Plan', facts.plan],
        ['Month', monthOf(facts, 'en')],
        ['Decisions', `${numberOf(facts.events, 'en')} of ${numberOf(facts.eventsPerMonth, 'en')}`],
      ],
      action: { label: 'See plan and usage', url: `${baseUrl}/app/plan` },
      notes: [`You are told because of your role in ${facts.organization}. Turn it off: ${baseUrl}/app/account`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject:
        facts.percent === '100'
          ? `${facts.organization} usou todas as decisões do plano neste mês`
          : `${facts.organization} usou ${facts.percent} % das decisões do mês`,
      paragraphs: [
        facts.percent === '100'
          ? 'O limite do mês foi atingido. Ele não bloqueia nada: cada nova chamada é decidida e registrada ' +
            'como antes, e marcada como acima da cota. Não há cobrança adicional.'
          : 'Ao atingir o limite nada para: cada nova chamada é decidida e registrada, e marcada como acima da cota.',
        'A contagem recomeça no próximo mês, em UTC.',
      ],
      details: [
        ['Plano', facts.plan],
        ['Mês', monthOf(facts, 'pt-BR')],
        ['Decisões', `${numberOf(facts.events, 'pt-BR')} de ${numberOf(facts.eventsPerMonth, 'pt-BR')}`],
      ],
      action: { label: 'Ver plano e uso', url: `${baseUrl}/app/plan` },
      notes: [
        `Você foi avisado por causa do seu papel em ${facts.organization}. Para desativá-lo: ${baseUrl}/app/account`,
      ],
    }),
  },
};

const numberOf = (text: string, language: Language) => Number(text).toLocaleString(language);

function monthOf({ month }: QuotaFacts, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

async function selectFacts(transaction: Transaction, about: About): Promise<QuotaFacts | null> {
  const values = [about.organizationId, about.subjectId];
  const [facts] = await transaction.query<QuotaFacts>(SELECT_FACTS, values);
  return facts ?? null;
}

const SELECT_FACTS = `
  SELECT o.name AS organization, o.plan, to_char(q.month, 'YYYY-MM') AS month, q.percent::text AS percent,
    q.events::text AS events, q.events_per_month::text AS "eventsPerMonth"
  FROM svc.quota_notices q JOIN svc.organizations o ON o.organization_id = q.organization_id
  WHERE q.organization_id = $1 AND q.id = $2`;
