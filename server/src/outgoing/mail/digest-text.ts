// SPDX-License-Identifier: Apache-2.0
/** The words of a digest, in both languages. */
import { actionSentence } from '@svc/core/action-sentence';
import type { DigestChange } from './change-facts.ts';
import { changeSentence } from './change-text.ts';
import type { DigestAnomaly, DigestFacts, DigestReview } from './digest-facts.ts';
import { momentText } from './moment.ts';
import type { Language, Text } from './text.ts';

type Params = Readonly<Record<string, string>>;

interface Words {
  counts: Readonly<Record<DigestReview['state'] | 'anomaly' | 'change', (count: number) => string>>;
  lead: Readonly<Record<DigestReview['state'] | 'anomaly' | 'change', string>>;
  until: (when: string) => string;
  expired: string;
  risk: (score: number) => string;
  anomaly: string;
  anomalies: Readonly<Record<string, (params: Params) => string>>;
  more: (count: number) => string;
  openReview: string;
  openReviews: string;
  openAnomalies: string;
  openChange: string;
  openChanges: string;
  linkOnly: string;
  why: (organization: string) => string;
}

const en: Words = {
  counts: {
    waiting: (count) => (count === 1 ? '1 review waits for you' : `${count} reviews wait for you`),
    escalated: (count) =>
      count === 1 ? '1 review that no one opened waits for you' : `${count} reviews that no one opened wait for you`,
    expiring: (count) => (count === 1 ? '1 review expires soon' : `${count} reviews expire soon`),
    expired: (count) => (count === 1 ? '1 review expired' : `${count} reviews expired`),
    anomaly: (count) => (count === 1 ? '1 anomaly' : `${count} anomalies`),
    change: (count) => (count === 1 ? '1 change of the rules' : `${count} changes of the rules`),
  },
  lead: {
    waiting: 'Agents wait for a decision. Until someone approves, they may not act.',
    escalated: 'No one has opened some of it: it was passed on to you. Until someone approves, the agents may not act.',
    expiring: 'Some of it expires soon. Reviews that are not resolved in time stay blocked.',
    expired: 'Some of it expired before anyone resolved it, and stays blocked.',
    anomaly: 'An agent did something unusual. Until someone closes the anomaly, its decisions carry more risk.',
    change: 'Someone else changed what agents may do, or who may change it. If you did not expect it, look into it.',
  },
  until: (when) => `Until ${when}`,
  expired: 'Expired',
  risk: (score) => `Risk ${score} of 100.`,
  anomaly: 'Anomaly',
  anomalies: {
    VOLUME_SPIKE: ({ agent, records }) => `${agent} affected ${records} records in an hour, far more than usual.`,
    RATE_SPIKE: ({ agent, events }) => `${agent} asked for ${events} actions in an hour, far more than usual.`,
    NEW_ACTION: ({ agent, action }) => `${agent} asked for ${action} for the first time.`,
    NEW_EXTERNAL_DEST: ({ agent, resource, destination }) =>
      `${agent} used ${resource} towards ${destination} for the first time.`,
  },
  more: (count) => (count === 1 ? 'There is 1 more.' : `There are ${count} more.`),
  openReview: 'Open the review',
  openReviews: 'See the reviews',
  openAnomalies: 'See the anomalies',
  openChange: 'See the change',
  openChanges: 'See the changes',
  linkOnly: 'Opening the link decides nothing: you approve or deny on the page.',
  why: (organization) => `You get this mail because of your role in ${organization}. Choose what you are told`,
};

const pt: Words = {
  counts: {
    waiting: (count) => (count === 1 ? '1 revisão espera por você' : `${count} revisões esperam por você`),
    escalated: (count) =>
      count === 1
        ? '1 revisão que ninguém abriu espera por você'
        : `${count} revisões que ninguém abriu esperam por você`,
    expiring: (count) => (count === 1 ? '1 revisão expira em breve' : `${count} revisões expiram em breve`),
    expired: (count) => (count === 1 ? '1 revisão expirou' : `${count} revisões expiraram`),
    anomaly: (count) => (count === 1 ? '1 anomalia' : `${count} anomalias`),
    change: (count) => (count === 1 ? '1 mudança nas regras' : `${count} mudanças nas regras`),
  },
  lead: {
    waiting: 'Agentes esperam por uma decisão. Até alguém aprovar, não podem agir.',
    escalated: 'Ninguém abriu parte delas, que foi passada a você. Até alguém aprovar, os agentes não podem agir.',
    expiring: 'Parte expira em breve. O que ninguém resolver a tempo continua bloqueado.',
    expired: 'Parte expirou antes que alguém resolvesse e continua bloqueada.',
    anomaly: 'Um agente fez algo fora do comum. Até alguém fechar a anomalia, as decisões dele têm mais risco.',
    change: 'Outra pessoa mudou o que os agentes podem fazer, ou quem pode mudar isso. Se não era esperado, verifique.',
  },
  until: (when) => `Até ${when}`,
  expired: 'Expirada',
  risk: (score) => `Risco ${score} de 100.`,
  anomaly: 'Anomalia',
  anomalies: {
    VOLUME_SPIKE: ({ agent, records }) => `${agent} afetou ${records} registros em uma hora, muito acima do habitual.`,
    RATE_SPIKE: ({ agent, events }) => `${agent} pediu ${events} ações em uma hora, muito acima do habitual.`,
    NEW_ACTION: ({ agent, action }) => `${agent} pediu ${action} pela primeira vez.`,
    NEW_EXTERNAL_DEST: ({ agent, resource, destination }) =>
      `${agent} usou ${resource} com o destino ${destination} pela primeira vez.`,
  },
  more: (count) => (count === 1 ? 'Há mais 1.' : `Há mais ${count}.`),
  openReview: 'Abrir a revisão',
  openReviews: 'Ver as revisões',
  openAnomalies: 'Ver as anomalias',
  openChange: 'Ver a mudança',
  openChanges: 'Ver as mudanças',
  linkOnly: 'Abrir o link não decide nada: você aprova ou nega na página.',
  why: (organization) => `Você recebe este e-mail por causa do seu papel em ${organization}. Escolha os seus avisos`,
};

const LANGUAGES: Readonly<Record<Language, Words>> = { en, 'pt-BR': pt };
const STATES = ['expiring', 'escalated', 'waiting', 'expired'] as const;

export function digestText(facts: DigestFacts, language: Language, baseUrl: string): Text {
  const words = LANGUAGES[language];
  const { reviews, anomalies, changes, more } = facts;
  const present = [
    ...STATES.map((state) => [state, reviews.filter((one) => one.state === state).length] as const),
    ['anomaly', anomalies.length] as const,
    ['change', changes.length] as const,
  ].filter(([, count]) => count > 0);
  return {
    subject: `${facts.organization}: ${present.map(([name, count]) => words.counts[name](count)).join(', ')}`,
    paragraphs: present.map(([name]) => words.lead[name]),
    details: [
      ...STATES.flatMap((state) => reviews.filter((one) => one.state === state)).map((review) =>
        reviewRow(review, facts.timeZone, language),
      ),
      ...anomalies.map((anomaly) => anomalyRow(anomaly, words)),
      ...changes.map((change) => changeRow(change, facts.timeZone, language)),
    ],
    action: actionOf(facts, words, baseUrl),
    notes: [
      ...(more > 0 ? [words.more(more)] : []),
      ...(reviews.length > 0 ? [words.linkOnly] : []),
      `${words.why(facts.organization)}: ${baseUrl}/app/account`,
    ],
  };
}

function reviewRow(review: DigestReview, timeZone: string, language: Language): [string, string] {
  const words = LANGUAGES[language];
  const until = momentText(review.expiresAt, language, timeZone);
  const label = review.state === 'expired' ? words.expired : words.until(until);
  return [label, `${actionSentence(review, language)} ${words.risk(review.riskScore)}`];
}

function anomalyRow({ kind, params }: DigestAnomaly, words: Words): [string, string] {
  return [words.anomaly, words.anomalies[kind]?.(params) ?? params.agent ?? kind];
}

function changeRow(change: DigestChange, timeZone: string, language: Language): [string, string] {
  return [momentText(change.at, language, timeZone), changeSentence(change, language)];
}

function actionOf(
  { reviews, anomalies, changes, more }: DigestFacts,
  words: Words,
  baseUrl: string,
): NonNullable<Text['action']> {
  const [review] = reviews;
  const [change] = changes;
  if (review === undefined && anomalies.length > 0) {
    return { label: words.openAnomalies, url: `${baseUrl}/app/anomalies` };
  }
  if (review === undefined) {
    return changes.length === 1 && change !== undefined
      ? { label: words.openChange, url: `${baseUrl}/app/audit?open=${change.seq}` }
      : { label: words.openChanges, url: `${baseUrl}/app/audit` };
  }
  const isAlone =
    reviews.length === 1 && anomalies.length + changes.length === 0 && more === 0 && review.state !== 'expired';
  return isAlone
    ? { label: words.openReview, url: `${baseUrl}/app/reviews?event=${review.id}` }
    : { label: words.openReviews, url: `${baseUrl}/app/reviews` };
}
