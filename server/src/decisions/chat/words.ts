// SPDX-License-Identifier: Apache-2.0
/** The words of messages in a chat, in both languages. Which one a channel reads is told by the owners' choice. */
import type { DlpType, Language, ReviewStatus, RiskLevel } from '@svc/contract';

interface Words {
  asks: string;
  /** In its place once the review was passed on. */
  escalated: string;
  risk: (score: number, level: RiskLevel) => string;
  policy: string;
  data: string;
  /** Where there was no text. */
  notScanned: string;
  expires: string;
  statuses: Readonly<Record<Exclude<ReviewStatus, 'PENDING'>, (by: string) => string>>;
  somebody: string;
  approve: string;
  deny: string;
  open: string;
  /** In place of the button that approves. */
  sign: string;
  cancel: string;
  sure: string;
  sureText: string;
  /** In its place where more people have to approve. */
  sureMore: string;
  /** Those who have approved a review that waits for more. */
  approvedBy: (names: string) => string;
  denyTitle: string;
  reason: string;
  reasonHint: string;
  types: Readonly<Partial<Record<DlpType, string>>>;
  /** Says of itself that it is a test. */
  test: string;
  /** In place of the messages past the bound of an hour. */
  waiting: (count: number, perHourMax: number) => string;
  link: (url: string) => string;
  /** Above a button that opens the link. */
  linkHere: string;
  linkAct: string;
  refusals: Readonly<
    Record<
      | 'forbidden'
      | 'asker'
      | 'beyond'
      | 'counted'
      | 'mfa_setup_required'
      | 'unauthorized'
      | 'not_found'
      | 'paused'
      | 'signature_required'
      | 'other',
      string
    >
  >;
  already: Readonly<Record<ReviewStatus, string>>;
}

const en: Words = {
  asks: 'Review',
  escalated: 'No one has opened this review',
  risk: (score, level) => `Risk ${score} of 100 (${level.toLowerCase()})`,
  policy: 'Policy',
  data: 'Data',
  notScanned: 'No content was sent, so nothing was scanned.',
  expires: 'Expires',
  statuses: {
    APPROVED: (by) => `Approved by ${by}`,
    DENIED: (by) => `Denied by ${by}`,
    EXPIRED: () => 'Expired: the action stays blocked',
  },
  somebody: 'a former member',
  approve: 'Approve',
  deny: 'Deny',
  open: 'Open',
  sign: 'Sign in the app',
  cancel: 'Cancel',
  sure: 'Approve this?',
  sureText: 'The agent acts at once. This cannot be undone.',
  sureMore: 'Another person has to approve as well. This cannot be undone.',
  approvedBy: (names) => `Approved so far by ${names}`,
  denyTitle: 'Deny',
  reason: 'Reason',
  reasonHint: 'Stays with the review, for the agent and its people.',
  types: {
    PIX_KEY: 'Pix key',
    PHONE_BR: 'phone',
    CREDIT_CARD: 'credit card',
    EMAIL: 'e-mail address',
    HEALTH_DATA: 'health data',
    API_KEY: 'API key',
    PRIVATE_KEY: 'private key',
  },
  waiting: (count, max) =>
    `${count === 1 ? '1 more review waits' : `${count} more reviews wait`} in svc. At most ${max} an hour come here.`,
  test: 'This is a test of svc: reviews will arrive here. There is nothing to do.',
  link: (url) =>
    'You are not linked to a member yet, so nothing was decided. Open this within 15 minutes, signed in, ' +
    `then press again: ${url}`,
  linkHere:
    'You are not linked to a member yet, so nothing was decided. Open the link within 15 minutes, signed in, then ' +
    'press again.',
  linkAct: 'Say who I am',
  refusals: {
    forbidden: 'Your role may not resolve this review. Nothing was decided.',
    asker: 'You asked for this act: another person approves it. You may deny it. Nothing was decided.',
    counted: 'You have approved this review: another person has to as well.',
    beyond: 'Only owners may resolve this review, and no owner connected this chat: it is resolved in the app.',
    mfa_setup_required:
      'This organization asks for a second factor: set one up in the app under Account. Nothing was decided.',
    unauthorized: 'You are no longer a member of this organization. Nothing was decided.',
    not_found: 'There is no such review any more.',
    paused: 'The agent is paused or deleted: deny, or resume it first.',
    signature_required: 'An approval of this review is signed by passkey: open it in the app. Nothing was decided.',
    other: 'That did not work just now. Try again, or resolve it in the app.',
  },
  already: {
    PENDING: 'Nothing was decided.',
    APPROVED: 'It was already approved.',
    DENIED: 'It was already denied.',
    EXPIRED: 'It has expired.',
  },
};

const pt: Words = {
  asks: 'Revisão',
  escalated: 'Ninguém abriu esta revisão',
  risk: (score, level) => `Risco ${score} de 100 (${LEVELS[level]})`,
  policy: 'Política',
  data: 'Dados',
  notScanned: 'Nenhum conteúdo foi enviado, então nada foi analisado.',
  expires: 'Expira',
  statuses: {
    APPROVED: (by) => `Aprovada por ${by}`,
    DENIED: (by) => `Negada por ${by}`,
    EXPIRED: () => 'Expirada: a ação continua bloqueada',
  },
  somebody: 'alguém que saiu',
  approve: 'Aprovar',
  deny: 'Negar',
  open: 'Abrir',
  sign: 'Assinar no app',
  cancel: 'Cancelar',
  sure: 'Aprovar isto?',
  sureText: 'O agente age na hora. Não é possível desfazer.',
  sureMore: 'Outra pessoa também precisa aprovar. Não é possível desfazer.',
  approvedBy: (names) => `Aprovada até agora por ${names}`,
  denyTitle: 'Negar',
  reason: 'Motivo',
  reasonHint: 'Fica na revisão, para o agente e seus responsáveis.',
  types: {
    PIX_KEY: 'chave Pix',
    PHONE_BR: 'telefone',
    CREDIT_CARD: 'cartão de crédito',
    EMAIL: 'endereço de e-mail',
    HEALTH_DATA: 'dados de saúde',
    API_KEY: 'chave de API',
    PRIVATE_KEY: 'chave privada',
  },
  waiting: (count, max) =>
    `${count === 1 ? 'Mais 1 revisão aguarda' : `Mais ${count} revisões aguardam`} no svc: aqui chegam avisos de no ` +
    `máximo ${max} por hora.`,
  test: 'Este é um teste do svc: as revisões chegarão aqui. Não há nada a fazer.',
  link: (url) =>
    'Você ainda não está vinculado a um membro, por isso nada foi decidido. Abra isto em até 15 minutos com a sessão ' +
    `iniciada e pressione de novo: ${url}`,
  linkHere:
    'Você ainda não está vinculado a um membro, por isso nada foi decidido. Abra o link em até 15 minutos com a ' +
    'sessão iniciada e pressione de novo.',
  linkAct: 'Dizer quem sou',
  refusals: {
    forbidden: 'Seu papel não pode resolver esta revisão. Nada foi decidido.',
    asker: 'Você pediu esta ação: outra pessoa a aprova. Você pode negá-la. Nada foi decidido.',
    counted: 'Você já aprovou esta revisão: outra pessoa também precisa aprovar.',
    beyond:
      'Só proprietários podem resolver esta revisão, e este chat não foi conectado por um deles: resolva-a no app.',
    mfa_setup_required: 'Esta organização exige um segundo fator: configure um no app, em Conta. Nada foi decidido.',
    unauthorized: 'Você não é mais membro desta organização. Nada foi decidido.',
    not_found: 'Esta revisão não existe mais.',
    paused: 'O agente está pausado ou foi excluído: negue, ou retome-o primeiro.',
    signature_required: 'A aprovação desta revisão é assinada com chave de acesso: abra-a no app. Nada foi decidido.',
    other: 'Não funcionou agora. Tente de novo ou resolva no app.',
  },
  already: {
    PENDING: 'Nada foi decidido.',
    APPROVED: 'Já foi aprovada.',
    DENIED: 'Já foi negada.',
    EXPIRED: 'Já expirou.',
  },
};

const LEVELS: Readonly<Record<RiskLevel, string>> = {
  LOW: 'baixo',
  MEDIUM: 'médio',
  HIGH: 'alto',
  CRITICAL: 'crítico',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, 'pt-BR': pt };
