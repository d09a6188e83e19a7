// SPDX-License-Identifier: Apache-2.0
/** Tells people of changes that protect their account. The subject is the entry of the account's history. */
import type { ActivityKind } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { Texts } from './compose.ts';
import { momentText } from './moment.ts';
import type { PersonalNotice } from './notice.ts';
import type { Recipient } from './recipients.ts';
import type { Language, Text } from './text.ts';

/** The facts of an entry; an unknown one is an empty text. */
export type SecurityFacts = {
  kind: string;
  at: string;
  browser: string;
  system: string;
  network: string;
  newEmail: string;
  organization: string;
  integration: string;
};

/** Only proven addresses are told; a changed address is told at the one before. */
function noticeOf(texts: Texts<SecurityFacts>): PersonalNotice<SecurityFacts> {
  return { read: readEntry, texts };
}

async function readEntry(
  transaction: Transaction,
  activityId: string,
): Promise<{ facts: SecurityFacts; recipient: Recipient } | null> {
  const [row] = await transaction.query<EntryRow>(SELECT_ENTRY, [activityId]);
  if (row === undefined) return null;
  const { from, to, organization, integration } = row.details;
  return {
    facts: {
      kind: row.kind,
      at: row.at.toISOString(),
      browser: row.browser ?? '',
      system: row.system ?? '',
      network: row.network ?? '',
      newEmail: to ?? '',
      organization: organization ?? '',
      integration: integration ?? '',
    },
    recipient: { id: row.account_id, address: from ?? row.email, language: row.language },
  };
}

interface EntryRow extends Record<string, unknown> {
  account_id: string;
  kind: ActivityKind;
  at: Date;
  browser: string | null;
  system: string | null;
  network: string | null;
  details: { from?: string; to?: string; organization?: string; integration?: string };
  email: string;
  language: Language | null;
}

const SELECT_ENTRY = `
  SELECT e.account_id, e.kind, e.at, e.browser, e.system, e.network, e.details, a.email, a.language
  FROM svc.account_activity e JOIN svc.accounts a ON a.id = e.account_id
  WHERE e.id = $1 AND a.email_verified_at IS NOT NULL`;

/** An account belongs to no zone: it may be of several organizations. */
const timeOf = ({ at }: SecurityFacts, language: Language): string => momentText(new Date(at), language, 'UTC');

/** The browser as far as it is known, such as `Firefox, Linux, 203.0.113.0/24`. */
function clientOf({ browser, system, network }: SecurityFacts, unknown: string): string {
  const known = [browser, system, network].filter((name) => name !== '');
  return known.length === 0 ? unknown : known.join(', ');
}

const enCause = (facts: SecurityFacts): Details => [
  ['When', timeOf(facts, 'en')],
  ['From', clientOf(facts, 'an unknown browser')],
];
const ptCause = (facts: SecurityFacts): Details => [
  ['Quando', timeOf(facts, 'pt-BR')],
  ['De', clientOf(facts, 'um navegador desconhecido')],
];
type Details = NonNullable<Text['details']>;

/** For a change that the person has most likely made. */
const english = (subject: string, what: string, facts: SecurityFacts, baseUrl: string): Text => ({
  subject,
  paragraphs: [what, 'If it was you, there is nothing to do. If not, choose a new password now.'],
  details: enCause(facts),
  action: { label: 'Choose a new password', url: `${baseUrl}/app/forgot`, look: 'line' },
});
const portuguese = (subject: string, what: string, facts: SecurityFacts, baseUrl: string): Text => ({
  subject,
  paragraphs: [what, 'Se foi você, não é preciso fazer nada. Se não foi, escolha uma nova senha agora.'],
  details: ptCause(facts),
  action: { label: 'Escolher uma nova senha', url: `${baseUrl}/app/forgot`, look: 'line' },
});

/** The same for every change, but for what it was. */
function changeOf(words: Record<Language, { subject: string; what: string }>): PersonalNotice<SecurityFacts> {
  const { en, 'pt-BR': pt } = words;
  return noticeOf({
    en: (facts, baseUrl) => english(en.subject, en.what, facts, baseUrl),
    'pt-BR': (facts, baseUrl) => portuguese(pt.subject, pt.what, facts, baseUrl),
  });
}

export const PASSWORD_CHANGED = changeOf({
  en: {
    subject: 'Your password was changed',
    what: 'The password of your account was changed. Other sessions have ended.',
  },
  'pt-BR': {
    subject: 'Sua senha foi alterada',
    what: 'A senha da sua conta foi alterada. As outras sessões foram encerradas.',
  },
});

export const NEW_BROWSER = changeOf({
  en: {
    subject: 'A sign-in from a new browser',
    what: 'Your account was signed in to from a browser that it does not know yet.',
  },
  'pt-BR': {
    subject: 'Um acesso por um novo navegador',
    what: 'Sua conta foi acessada por um navegador que ela ainda não conhece.',
  },
});

export const EMAIL_CHANGED = noticeOf({
  en: (facts) => ({
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      `Your account now has the e-mail address ${facts.newEmail}. This address no longer signs you in.`,
      'If it was not you, tell an owner of your organization at once: they can remove the account from it.',
    ],
    details: enCause(facts),
  }),
  'pt-BR': (facts) => ({
    subject: 'O endereço de e-mail da sua conta foi alterado',
    paragraphs: [
      `Sua conta agora tem o endereço de e-mail ${facts.newEmail}. Com este endereço não se entra mais.`,
      'Se não foi você, avise já um proprietário da sua organização: ele pode remover a conta dela.',
    ],
    details: ptCause(facts),
  }),
});

export const SESSION_STOLEN = noticeOf({
  en: (facts, baseUrl) => ({
    subject: 'A session of your account was ended',
    paragraphs: [
      'The key of one of your sessions was used a second time. Another browser may hold a copy of it.',
      'The session has ended everywhere: sign in again. If you do not know why, choose a new password now.',
    ],
    details: enCause(facts),
    action: { label: 'Choose a new password', url: `${baseUrl}/app/forgot` },
  }),
  'pt-BR': (facts, baseUrl) => ({
    subject: 'Uma sessão da sua conta foi encerrada',
    paragraphs: [
      'A chave de uma das suas sessões foi usada uma segunda vez. Outro navegador pode ter uma cópia dela.',
      'A sessão foi encerrada em toda parte: entre de novo. Se não sabe o motivo, escolha uma nova senha agora.',
    ],
    details: ptCause(facts),
    action: { label: 'Escolher uma nova senha', url: `${baseUrl}/app/forgot` },
  }),
});

export const PASSWORD_KNOWN = noticeOf({
  en: (facts, baseUrl) => ({
    subject: 'Your password is known to another person',
    paragraphs: [
      'The right password of your account was given several times with a wrong code of the second factor.',
      'If it was not you, another person knows your password: choose a new one now. The second factor kept them out.',
    ],
    details: enCause(facts),
    action: { label: 'Choose a new password', url: `${baseUrl}/app/forgot` },
  }),
  'pt-BR': (facts, baseUrl) => ({
    subject: 'Outra pessoa conhece sua senha',
    paragraphs: [
      'A senha correta da sua conta foi informada várias vezes com um código errado do segundo fator.',
      'Se não foi você, outra pessoa conhece sua senha: escolha uma nova agora. O segundo fator a impediu de entrar.',
    ],
    details: ptCause(facts),
    action: { label: 'Escolher uma nova senha', url: `${baseUrl}/app/forgot` },
  }),
});

export const MFA_CHANGED = noticeOf({
  en: (facts, baseUrl) =>
    english('A change of your second factor', factorChange(FACTOR_CHANGES.en, facts), facts, baseUrl),
  'pt-BR': (facts, baseUrl) =>
    portuguese('Uma mudança no seu segundo fator', factorChange(FACTOR_CHANGES['pt-BR'], facts), facts, baseUrl),
});

type FactorKind = Extract<ActivityKind, `mfa.${string}` | `recovery_code${string}` | `passkey.${string}`>;

const FACTOR_CHANGES: Record<Language, Record<FactorKind, string>> = {
  en: {
    'mfa.enabled': 'An authenticator app was set up. Signing in by password now asks for its code.',
    'mfa.disabled': 'The authenticator app was turned off.',
    'recovery_codes.renewed': 'New recovery codes were made. The old ones no longer work.',
    'recovery_code.used': 'A recovery code was used. It does not work again.',
    'passkey.added': 'A passkey was added. Signing in by password now asks for a second factor.',
    'passkey.removed': 'A passkey was removed.',
  },
  'pt-BR': {
    'mfa.enabled': 'Um aplicativo autenticador foi configurado. Entrar com senha agora pede o código dele.',
    'mfa.disabled': 'O aplicativo autenticador foi desativado.',
    'recovery_codes.renewed': 'Novos códigos de recuperação foram gerados. Os antigos não funcionam mais.',
    'recovery_code.used': 'Um código de recuperação foi usado. Ele não funciona de novo.',
    'passkey.added': 'Uma chave de acesso foi adicionada. Entrar com senha agora pede um segundo fator.',
    'passkey.removed': 'Uma chave de acesso foi removida.',
  },
};

function factorChange(words: Record<FactorKind, string>, { kind }: SecurityFacts): string {
  return words[kind as FactorKind];
}

export const ORGANIZATION_DELETED = noticeOf({
  en: (facts) => ({
    subject: `${facts.organization} was deleted`,
    paragraphs: [
      `An owner deleted the organization ${facts.organization}. Its API keys have ended: agents get no decisions.`,
      'Your account stays. If this comes as a surprise, ask the owners at once: a deletion cannot be taken back.',
    ],
    details: [['When', timeOf(facts, 'en')]],
  }),
  'pt-BR': (facts) => ({
    subject: `${facts.organization} foi excluída`,
    paragraphs: [
      `Um proprietário excluiu a organização ${facts.organization}. As chaves de API dela foram encerradas.`,
      'Os agentes dela não recebem mais decisões. Sua conta continua.',
      'Se isso for uma surpresa, fale já com os proprietários: a exclusão não pode ser desfeita.',
    ],
    details: [['Quando', timeOf(facts, 'pt-BR')]],
  }),
});

export const CHAT_LINK_ENDED = noticeOf({
  en: (facts, baseUrl) => ({
    subject: `Your user of a chat is no longer linked in ${facts.organization}`,
    paragraphs: [
      `The chat ${facts.integration} got a new signing secret or bot token. Answers there no longer count as yours.`,
      'To answer reviews there again, press a button of a message and confirm the link that you get.',
      'If an owner or admin did not plan this, ask them: it makes another app of the chat speak for its users.',
    ],
    details: [['When', timeOf(facts, 'en')]],
    action: { label: 'See your chats', url: `${baseUrl}/app/account`, look: 'line' },
  }),
  'pt-BR': (facts, baseUrl) => ({
    subject: `Seu usuário de um chat não está mais vinculado em ${facts.organization}`,
    paragraphs: [
      `O chat ${facts.integration} recebeu um novo segredo de assinatura ou token de bot.`,
      'As respostas dadas ali não contam mais como suas. Para voltar a responder, pressione um botão de uma mensagem ' +
        'e confirme o vínculo que receber.',
      'Se a mudança não foi planejada, fale com os proprietários: outro aplicativo passa a falar pelos usuários do ' +
        'chat.',
    ],
    details: [['Quando', timeOf(facts, 'pt-BR')]],
    action: { label: 'Ver seus chats', url: `${baseUrl}/app/account`, look: 'line' },
  }),
});
