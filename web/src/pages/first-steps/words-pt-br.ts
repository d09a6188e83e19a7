// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './words-en.ts';

const COUNTS = ['Nenhum', 'Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Todos'];

export const words: typeof english = {
  title: 'Primeiros passos',
  skip: 'Pular o guia',
  close: 'Fechar o guia',
  done: (count) => `${COUNTS[count]} dos seis passos ${count < 2 ? 'está pronto' : 'estão prontos'}.`,
  allDone: 'Os seis passos estão prontos.',
  next: {
    agent: 'O primeiro leva um minuto.',
    resource: 'O próximo leva um minuto.',
    apiKey: 'O próximo leva um minuto.',
    decision: 'O próximo leva um minuto.',
    policy: 'O próximo diz o que seus agentes podem fazer.',
    people: 'O último traz as outras pessoas.',
  },
  afterAll: 'As decisões aparecem em Eventos, e as que esperam por você em Revisões.',
  steps: 'Passos',
  isDone: 'pronto',
  names: {
    agent: 'Registrar um agente',
    resource: 'Registrar um recurso',
    apiKey: 'Criar uma chave',
    decision: 'Pedir uma primeira decisão',
    policy: 'Escrever uma primeira política',
    people: 'Convidar quem aprova',
  },
  notYet: {
    agent: 'o programa que age',
    resource: 'os dados em que ele mexe',
    apiKey: 'com a qual ele pergunta',
    decision: 'com um comando',
    policy: 'o que é bloqueado, perguntado ou permitido',
    people: 'só você até agora',
  },
  people: (count) => `${count} pessoas`,
  joined: (name) => `${name} já entrou`,
  invited: (address) => `${address} foi convidado`,
  byPerson: (name) => `por ${name}`,
  byKey: (name) => `pela chave ${name}`,
  startWith: 'Começar com',
  startHint: 'Ela só monitora até você a aplicar, em Políticas.',
  addPolicy: 'Adicionar esta política',
  ownPolicy: 'Escrever a sua própria',
  policyAdded: (name) => `${name} foi adicionada e só monitora`,
  texts: {
    agent: 'Um agente é um programa que age sozinho: um copiloto, uma rotina, um robô. Cada um pode ser pausado.',
    resource:
      'Um recurso é aquilo em que os agentes mexem, como uma tabela. A classe diz de quanto cuidado ele precisa.',
    apiKey: 'Comece com uma chave de teste: as decisões são tomadas como as outras, mas não contam no plano.',
    decision: 'Execute isto onde o seu agente roda, com a sua própria chave no lugar da abreviada.',
    policy: 'Sem políticas, só o risco decide. Uma política diz o que se bloqueia, se pergunta ou se permite.',
    people: 'Proprietários e administradores respondem às revisões. Uma política pode incluir membros também.',
  },
  isTest: 'É uma chave de teste: nada é contado, e nada é enviado a webhooks.',
  acts: {
    agent: 'Registrar um agente',
    resource: 'Registrar um recurso',
    apiKey: 'Criar uma chave',
    people: 'Convidar',
  },
  askAdmin: 'Seu papel não permite isso: peça a um proprietário ou administrador.',
  needsFirst: 'São necessários um agente, um recurso e uma chave. Dê esses passos antes.',
  ways: { label: 'Como pedir', curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'svc check', mcp: 'MCP' },
  command: 'Comando',
  mcpText: 'O gateway para MCP decide cada chamada de ferramenta. Isto pergunta a ele com um exemplo.',
  copy: 'Copiar',
  listening: 'Esperando por',
  appears: 'A decisão aparece aqui no momento em que é tomada.',
  firstDecision: 'A primeira decisão:',
  risk: (score) => `Risco ${score} de 100`,
  seeWhy: 'Ver por quê',
  answers: 'O que a resposta vai dizer',
  allowed: 'O agente pode agir.',
  allowedText: (reviewAt) => `Risco abaixo de ${reviewAt} e nenhuma política mais rígida.`,
  waits: 'O agente espera por uma pessoa.',
  waitsText: (left) => `Aparece em Revisões, por ${left}.`,
  blocked: 'O agente não pode agir.',
  blockedText: (blockAt) => `Uma política diz isso, ou nenhuma se aplica e o risco é ${blockAt} ou mais.`,
  span: (minutes) =>
    minutes % 1_440 === 0 && minutes > 1_440
      ? `${minutes / 1_440} dias`
      : minutes >= 60
        ? `${Math.round(minutes / 60)} ${minutes < 90 ? 'hora' : 'horas'}`
        : `${minutes} minutos`,
  toReviews: 'Ir para Revisões',
};
