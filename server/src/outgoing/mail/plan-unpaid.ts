// SPDX-License-Identifier: Apache-2.0
/** Tells owners that their plan is no longer paid for: when the grace begins, and when the plan has ended with it. */
import type { SubscriptionState } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { About, Notice } from './notice.ts';
import { type Recipient, selectOwners } from './recipients.ts';
import type { Language } from './text.ts';

type UnpaidFacts = {
  organization: string;
  plan: string;
  state: Exclude<SubscriptionState, 'ACTIVE'>;
  /** ISO 8601: the end of the grace. */
  endsAt: string;
  timeZone: string;
};

/** The subject is the organization. A mail that was overtaken by a payment is not sent. */
export const GRACE_BEGUN: Notice<UnpaidFacts> = {
  read: (transaction, about) => readUnpaid(transaction, about, false),
  texts: {
    en: (facts, baseUrl) => ({
      subject:
        facts.state === 'PAST_DUE'
          ? `A payment for ${facts.organization} has failed`
          : `The subscription of ${facts.organization} has ended`,
      paragraphs: [
        `${facts.organization} keeps the plan ${facts.plan} until ${dayOf(facts, 'en')}. Then it goes on as ` +
          'DEVELOPER, with its agents, monthly decisions and retention: older events are deleted.',
        'Nothing stops: every call is decided and recorded as before.',
      ],
      details: [['Plan', facts.plan]],
      action: {
        label: facts.state === 'PAST_DUE' ? 'Fix the payment' : 'Choose a plan',
        url: `${baseUrl}/app/plan`,
      },
      notes: [`You are told because you are an owner of ${facts.organization}.`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject:
        facts.state === 'PAST_DUE'
          ? `Um pagamento de ${facts.organization} falhou`
          : `A assinatura de ${facts.organization} terminou`,
      paragraphs: [
        `${facts.organization} mantém o plano ${facts.plan} até ${dayOf(facts, 'pt-BR')}. Depois continua como ` +
          'DEVELOPER, com os agentes, as decisões mensais e a retenção desse plano: eventos mais antigos são apagados.',
        'Nada para: cada chamada continua sendo decidida e registrada como antes.',
      ],
      details: [['Plano', facts.plan]],
      action: {
        label: facts.state === 'PAST_DUE' ? 'Regularizar o pagamento' : 'Escolher um plano',
        url: `${baseUrl}/app/plan`,
      },
      notes: [`Você recebe este aviso porque é proprietário de ${facts.organization}.`],
    }),
  },
};

/** The same for the end. An organization that has a contract, or has paid meanwhile, is not told. */
export const PLAN_ENDED: Notice<UnpaidFacts> = {
  read: (transaction, about) => readUnpaid(transaction, about, true),
  texts: {
    en: (facts, baseUrl) => ({
      subject: `${facts.organization} is on the plan DEVELOPER now`,
      paragraphs: [
        `The plan ${facts.plan} was not paid for, and its grace ended on ${dayOf(facts, 'en')}.`,
        'Every call is decided and recorded as before. Agents stay, and no more than those of the plan can be added. ' +
          'Events older than the retention of DEVELOPER are deleted.',
      ],
      details: [],
      action: { label: 'Choose a plan', url: `${baseUrl}/app/plan` },
      notes: [`You are told because you are an owner of ${facts.organization}.`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject: `${facts.organization} está agora no plano DEVELOPER`,
      paragraphs: [
        `O plano ${facts.plan} não foi pago, e o prazo de tolerância acabou em ${dayOf(facts, 'pt-BR')}.`,
        'Cada chamada continua sendo decidida e registrada como antes. Os agentes ficam, e não é possível adicionar ' +
          'mais do que os do plano. Eventos mais antigos que a retenção do DEVELOPER são apagados.',
      ],
      details: [],
      action: { label: 'Escolher um plano', url: `${baseUrl}/app/plan` },
      notes: [`Você recebe este aviso porque é proprietário de ${facts.organization}.`],
    }),
  },
};

function dayOf({ endsAt, timeZone }: UnpaidFacts, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(endsAt));
}

async function readUnpaid(
  transaction: Transaction,
  { organizationId }: About,
  isEnded: boolean,
): Promise<{ facts: UnpaidFacts; recipients: Recipient[] } | null> {
  const [row] = await transaction.query<UnpaidRow>(SELECT_FACTS, [organizationId, isEnded]);
  if (row === undefined) return null;
  const { grace_ends_at: endsAt, time_zone: timeZone, ...rest } = row;
  const facts = { ...rest, endsAt: endsAt.toISOString(), timeZone };
  return { facts, recipients: await selectOwners(transaction, organizationId) };
}

interface UnpaidRow extends Record<string, unknown> {
  organization: string;
  plan: string;
  state: UnpaidFacts['state'];
  grace_ends_at: Date;
  time_zone: string;
}

const SELECT_FACTS = `
  SELECT o.name AS organization, b.plan, b.state, b.grace_ends_at, o.time_zone
  FROM svc.billing_accounts b JOIN svc.organizations o ON o.organization_id = b.organization_id
  WHERE b.organization_id = $1 AND b.state IN ('PAST_DUE', 'CANCELLED') AND b.plan IS NOT NULL
    AND b.grace_ends_at IS NOT NULL AND (b.lapsed_at IS NOT NULL) = $2
    AND CASE WHEN $2 THEN o.plan = 'DEVELOPER' ELSE o.plan <> 'ENTERPRISE' END`;
