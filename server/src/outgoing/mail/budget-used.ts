// SPDX-License-Identifier: Apache-2.0
/** Tells owners and admins, or other roles, that 80 % of a budget is used. */
import { momentText } from './moment.ts';
import type { Notice } from './notice.ts';
import { selectMailed } from './recipients.ts';
import type { Language } from './text.ts';

type BudgetFacts = {
  organization: string;
  id: string;
  name: string;
  measure: string;
  onExceed: string;
  used: string;
  limit: string;
  endsAt: string;
  timeZone: string;
};

/** The subject is the budget. No mail is sent about one that is gone, or whose count began anew. */
export const BUDGET_USED: Notice<BudgetFacts> = {
  async read(transaction, { organizationId, subjectId }) {
    const [row] = await transaction.query<FactsRow>(SELECT_FACTS, [organizationId, subjectId]);
    if (row === undefined) return null;
    const { ends_at: endsAt, time_zone: timeZone, on_exceed: onExceed, ...facts } = row;
    const recipients = await selectMailed(transaction, organizationId, 'quotaReached');
    return { facts: { ...facts, id: subjectId, onExceed, endsAt: endsAt.toISOString(), timeZone }, recipients };
  },
  texts: {
    en: (facts, baseUrl) => ({
      subject: `The budget “${facts.name}” of ${facts.organization} is nearly full`,
      paragraphs: [
        facts.onExceed === 'BLOCK'
          ? 'Once it is full, acts that fall under it are blocked until its window ends.'
          : 'Once it is full, acts that fall under it wait for a review until its window ends.',
      ],
      details: [
        [
          facts.measure === 'RECORDS' ? 'Records' : 'Acts',
          `${numberOf(facts.used, 'en')} of ${numberOf(facts.limit, 'en')}`,
        ],
        ['Begins again', momentText(new Date(facts.endsAt), 'en', facts.timeZone)],
      ],
      action: { label: 'See the budget', url: `${baseUrl}/app/budgets?open=${facts.id}` },
      notes: [`You are told because of your role in ${facts.organization}. Turn it off: ${baseUrl}/app/account`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject: `O orçamento “${facts.name}” de ${facts.organization} está quase no fim`,
      paragraphs: [
        facts.onExceed === 'BLOCK'
          ? 'Quando ele acabar, as ações cobertas por ele serão bloqueadas até o fim do período.'
          : 'Quando ele acabar, as ações cobertas por ele esperarão por uma revisão até o fim do período.',
      ],
      details: [
        [
          facts.measure === 'RECORDS' ? 'Registros' : 'Ações',
          `${numberOf(facts.used, 'pt-BR')} de ${numberOf(facts.limit, 'pt-BR')}`,
        ],
        ['Recomeça', momentText(new Date(facts.endsAt), 'pt-BR', facts.timeZone)],
      ],
      action: { label: 'Ver o orçamento', url: `${baseUrl}/app/budgets?open=${facts.id}` },
      notes: [
        `Você foi avisado por causa do seu papel em ${facts.organization}. Para desativá-lo: ${baseUrl}/app/account`,
      ],
    }),
  },
};

const numberOf = (text: string, language: Language) => Number(text).toLocaleString(language);

interface FactsRow extends Record<string, unknown> {
  organization: string;
  name: string;
  measure: string;
  on_exceed: string;
  used: string;
  limit: string;
  ends_at: Date;
  time_zone: string;
}

/** The fullest count of the window that is told of. */
const SELECT_FACTS = `
  SELECT o.name AS organization, o.time_zone, b.name, b.spec ->> 'measure' AS measure,
    b.spec ->> 'onExceed' AS on_exceed, c.used::text AS used, c.window_end AS ends_at, ((b.spec ->> 'limit')::bigint
      + CASE WHEN b.raised_window = c.window_start THEN b.raised_amount ELSE 0 END)::text AS limit
  FROM svc.budgets b
    JOIN svc.organizations o ON o.organization_id = b.organization_id
    JOIN svc.counters c ON c.organization_id = b.organization_id AND c.of = b.id AND c.window_start = b.noticed_window
  WHERE b.organization_id = $1 AND b.id = $2 AND NOT c.sandbox
  ORDER BY c.used DESC, c.bucket LIMIT 1`;
