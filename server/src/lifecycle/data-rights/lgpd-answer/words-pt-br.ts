// SPDX-License-Identifier: Apache-2.0
/** The same words in Brazilian Portuguese. */
import type { Words } from './words-en.ts';

export const words: Words = {
  title: 'Resposta ao art. 20 da LGPD',
  intro: (organization) =>
    `${organization} usa agentes de software. Antes que um agente aja, um programa decide, por regras, se ele pode. ` +
    'Esta página explica como ele decidiu e por quê.',
  law:
    'Lei nº 13.709/2018 (LGPD), art. 20: o titular tem direito a solicitar a revisão de decisões tomadas unicamente ' +
    'com base em tratamento automatizado de dados pessoais que afetem seus interesses, e informações claras sobre os ' +
    'critérios e os procedimentos.',
  madeAt: (moment) => `Emitida em ${moment}.`,
  session: (count) =>
    count === 1
      ? 'Contém 1 decisão: não há outra com a mesma referência.'
      : `Contém ${count} decisões: a que foi consultada e as que têm a mesma referência.`,
  notWhole: (max) => `Há mais decisões: aqui estão as ${max} mais recentes.`,
  searchedBackTo: (moment) => `Decisões anteriores a ${moment} não foram procuradas.`,
  decisionOf: (moment) => `Decisão de ${moment}`,
  number: 'Número da decisão',
  asked: 'O que foi pedido',
  outcome: 'Resultado',
  outcomes: {
    ALLOW: 'Permitida.',
    REVIEW: 'Em aberto: uma pessoa foi consultada.',
    BLOCK: 'Não permitida.',
  },
  reviewed: {
    PENDING: 'Em aberto: uma pessoa foi consultada.',
    APPROVED: 'Permitida, depois de consultada uma pessoa.',
    DENIED: 'Não permitida: uma pessoa negou.',
    EXPIRED: 'Não permitida: uma pessoa foi consultada, e ninguém respondeu a tempo.',
  },
  who: 'Quem decidiu',
  automated: 'Somente um programa: nenhuma pessoa participou desta decisão.',
  byPerson: 'Uma pessoa, consultada por um programa.',
  waits: 'Ninguém ainda: um programa consultou uma pessoa.',
  criteria: 'Critérios',
  causes: {
    POLICY: ({ policy }) => `A regra “${policy}” decidiu.`,
    RISK: ({ score, threshold }) =>
      `Nenhuma regra se aplicou. A pontuação de risco, ${score}, atinge o limite de ${threshold}.`,
    PAUSED: () => 'O agente estava pausado e não podia fazer nada.',
    PERMISSION: () => 'O agente não tem permissão para esta ação.',
    TOOL: () => 'A ferramenta a ser chamada não é a que foi registrada.',
    GRANT: ({ until }) => `Uma pessoa havia liberado ações como esta até ${until}.`,
    BUDGET: ({ budget }) => `O limite “${budget}” para ações como esta havia sido atingido.`,
    MODE: () => 'Por enquanto a organização apenas observa: nada é impedido.',
    NOTHING: () => 'Nenhuma regra se aplicou, e a pontuação de risco está abaixo dos limites.',
  },
  watched: {
    ALLOW: 'Com todas as regras em vigor, seria permitida.',
    REVIEW: 'Com todas as regras em vigor, uma pessoa seria consultada.',
    BLOCK: 'Com todas as regras em vigor, não seria permitida.',
  },
  rules: 'Regras que se aplicaram, como eram na época',
  longRule: 'Esta regra é longa demais para ser descrita aqui.',
  risk: 'Pontuação de risco',
  riskIs: (score, level) => `${score} de 100 (${level}). É a soma destes pontos, no máximo 100:`,
  levels: { LOW: 'baixo', MEDIUM: 'médio', HIGH: 'alto', CRITICAL: 'crítico' },
  factor: 'Fator',
  points: 'Pontos',
  factors: {
    ACTION: 'Tipo de ação',
    RESOURCE: 'Tipo de dados do recurso',
    DESTINATION: 'Destino fora da organização',
    RECORDS: 'Quantidade de registros',
    CONTENT: 'Dados encontrados no texto',
    OUTSIDE_BUSINESS_HOURS: 'Fora do horário comercial',
    OPEN_ANOMALY: 'Comportamento incomum do agente, ainda não examinado',
  },
  found: 'Dados encontrados no texto enviado pelo agente',
  foundNothing: 'O texto foi analisado, e nada foi encontrado.',
  notSent: 'Não havia texto a analisar.',
  notKnown: 'Não foi registrado se havia um texto.',
  textNotKept: 'O texto em si não foi guardado.',
  review: 'Pessoas que responderam',
  noReview: 'Nenhuma pessoa foi consultada.',
  noAnswer: 'Nenhuma pessoa respondeu.',
  answers: {
    APPROVED: (role, moment) => `Uma pessoa com o papel “${role}” aprovou em ${moment}.`,
    DENIED: (role, moment) => `Uma pessoa com o papel “${role}” negou em ${moment}.`,
  },
  ask: 'Como pedir a revisão por uma pessoa',
  askBy: (organization, contact) =>
    `Escreva para ${organization}: ${contact}. Diga que pede a revisão por uma pessoa e informe o número da ` +
    'decisão.',
  askAnyway: (organization) =>
    `Responda a ${organization} pelo meio por que recebeu esta página. Diga que pede a revisão por uma pessoa e ` +
    'informe o número da decisão.',
  authority:
    'Se informações não forem oferecidas com base em segredo comercial ou industrial, a autoridade nacional de ' +
    'proteção de dados (ANPD) poderá realizar auditoria para verificar aspectos discriminatórios do tratamento.',
  proof: 'Prova do registro',
  proofText: (seq) =>
    `A decisão é a entrada ${seq} da cadeia de auditoria da organização, com este hash. Um checkpoint assinado cobre ` +
    'a entrada: com esta prova, uma alteração posterior fica evidente. Ela não mostra que os critérios estão certos.',
  proofWaits: (seq) =>
    `A decisão é a entrada ${seq} da cadeia de auditoria da organização, com este hash. Nenhum checkpoint assinado ` +
    'cobre a entrada ainda.',
  proofCheck: 'Para verificar, salve estas linhas como proof.json e execute: svc-sdk verify --proof proof.json',
  leftOut: 'O que não está nesta página',
  notShown: {
    CONTENT: 'Textos enviados pelo agente: nunca foram guardados.',
    PEOPLE_AND_NOTES: 'Nomes de quem respondeu, e suas notas.',
    WORDS_OF_THE_AGENT: 'O que o agente disse sobre a ação: finalidade, destinatário, referência e link.',
    OTHER_POLICIES: 'Regras que não se aplicaram.',
  },
};
