// SPDX-License-Identifier: Apache-2.0
/** The question that a client puts to its person: the action in one sentence, its risk, and two answers. */
import { type ElicitRequestFormParams, inputRequired } from '@modelcontextprotocol/server';
import { REVIEW_NOTE_CHARACTERS_MAX } from '@svc/contract';
import { actionSentence } from '@svc/core/action-sentence';
import type { InBandReview } from '../../decisions/reviews/index.ts';

interface Words {
  risk: (score: number, level: string) => string;
  policy: (name: string) => string;
  data: (types: string) => string;
  notScanned: string;
  warning: string;
  answer: string;
  approve: string;
  deny: string;
  note: string;
  noteHint: string;
}

const en: Words = {
  risk: (score, level) => `Risk ${score} of 100 (${level}).`,
  policy: (name) => `Policy: ${name}.`,
  data: (types) => `Data found: ${types}.`,
  notScanned: 'No content was sent, so nothing was scanned.',
  warning: 'Once you approve, the agent may act at once. This cannot be undone, and it is recorded in your name.',
  answer: 'Your answer',
  approve: 'Approve',
  deny: 'Deny',
  note: 'Note',
  noteHint: 'Stays with the review, for the agent and its people.',
};

const pt: Words = {
  risk: (score, level) => `Risco ${score} de 100 (${level}).`,
  policy: (name) => `Política: ${name}.`,
  data: (types) => `Dados encontrados: ${types}.`,
  notScanned: 'Nenhum conteúdo foi enviado, então nada foi analisado.',
  warning: 'Se você aprovar, o agente pode agir na hora. Não dá para desfazer, e fica registrado em seu nome.',
  answer: 'Sua resposta',
  approve: 'Aprovar',
  deny: 'Negar',
  note: 'Observação',
  noteHint: 'Fica na revisão, para o agente e seus responsáveis.',
};

const LEVELS = {
  en: { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'critical' },
  'pt-BR': { LOW: 'baixo', MEDIUM: 'médio', HIGH: 'alto', CRITICAL: 'crítico' },
} as const;
const WORDS = { en, 'pt-BR': pt } as const;

/** No answer is chosen beforehand: who presses "accept" without reading approves nothing. */
export function questionOf(review: InBandReview) {
  const language = review.language ?? 'en';
  const words = WORDS[language];
  const message = [
    actionSentence(review, language),
    words.risk(review.riskScore, LEVELS[language][review.riskLevel]),
    ...(review.policy === null ? [] : [words.policy(review.policy)]),
    ...(review.dataTypes.length === 0 ? [] : [words.data(review.dataTypes.join(', '))]),
    ...(review.contentScanned === false ? [words.notScanned] : []),
    words.warning,
  ].join('\n');
  const requestedSchema: ElicitRequestFormParams['requestedSchema'] = {
    type: 'object',
    properties: {
      answer: {
        type: 'string',
        title: words.answer,
        oneOf: [
          { const: 'deny', title: words.deny },
          { const: 'approve', title: words.approve },
        ],
      },
      note: { type: 'string', title: words.note, description: words.noteHint, maxLength: REVIEW_NOTE_CHARACTERS_MAX },
    },
    required: ['answer'],
  };
  return inputRequired.elicit({ mode: 'form', message, requestedSchema });
}
