// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Testar uma ação',
  lead: 'Não registra nada.',
  form: 'A ação',
  text: 'Um texto',
  textHint: 'O que um agente enviaria. É analisado em memória e esquecido: não é guardado nem vai para o endereço.',
  tooLong: (length, max) => `O texto tem ${length} caracteres; no máximo ${max} são analisados.`,
  examplesTitle: 'Ou comece com um exemplo',
  examples: {
    cpf: { name: 'CPF', text: 'A cliente Maria Souza, CPF 529.982.247-25, pediu o reembolso do pedido 48213.' },
    card: { name: 'Cartão', text: 'Cobrar o pedido 48213 no cartão 4539 1488 0343 6467, validade 08/29.' },
    key: { name: 'Chave de API', text: 'A rotina entra com AKIAZ7QK4M2XW5RT3BNP; troque na sexta-feira.' },
    health: { name: 'Saúde', text: 'A paciente recebeu o diagnóstico de diabetes tipo 2 e toma metformina.' },
    nothing: { name: 'Nada', text: 'O pedido 48213 foi entregue na terça-feira, como o cliente pediu.' },
  },
  summary: (agent, action, resource) => `${agent}: ${action}, ${resource}`,
  incomplete: 'Escolha um agente e um recurso',
  found: 'Encontrado no texto',
  kept: 'Nada dele é guardado.',
  nothingFound: 'Nada sensível foi encontrado.',
  times: 'Vezes',
  act: 'Testar',
  answer: 'A resposta',
  noneTitle: 'Nada foi testado ainda',
  noneText: 'Cole um texto: o que há nele, e onde, aparece aqui, e como as políticas atuais decidiriam.',
  wouldBe: 'O agente receberia',
  assumed: 'Considerados encontrados, como você disse; nada foi analisado.',
  approvers: (roles) => `Quem poderia responder: ${roles}.`,
  wrong: 'Esta ação não pode ser testada',
};
