// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: 'Conectar um aplicativo',
  looking: 'Lendo o pedido do aplicativo',
  named: (name) => `${name} quer usar o svc em seu nome`,
  onDevice: 'Um aplicativo neste dispositivo quer usar o svc em seu nome',
  at: (host) => `Um aplicativo em ${host} quer usar o svc em seu nome`,
  documented: (host) => `Ele está descrito em ${host}.`,
  callsItself: (name) => `Ele se apresenta como “${name}”. Ninguém verificou isso.`,
  device: {
    what: 'A resposta vai para um programa neste dispositivo.',
    remedy: 'Qualquer programa daqui poderia ter pedido. Continue só se foi você quem acabou de iniciar isto.',
  },
  signedInAs: (email) => `Você entrou como ${email}.`,
  organization: 'Organização',
  roles: { OWNER: 'proprietário', ADMIN: 'administrador', MEMBER: 'membro' },
  choice: (name, role) => `${name}, como ${role}`,
  scopes: 'O que ele pode fazer',
  scope: {
    'decisions:read': { name: 'Ler decisões', hint: 'Qualquer uma desta organização, sem o conteúdo' },
    'decisions:write': { name: 'Pedir decisões reais', hint: 'Registradas, contadas e enviadas aos webhooks' },
    'policies:read': { name: 'Ler políticas', hint: 'Nomes, condições e quem pode aprovar' },
    'policies:test': { name: 'Testar políticas', hint: 'Simulações; nada é registrado nem salvo' },
  },
  writes: 'grava',
  mayAsk: 'Pedir que eu aprove ou negue revisões',
  mayAskHint:
    'Sua resposta vale como se fosse dada aqui. Marque só se confia que o aplicativo mostra a pergunta: um que não ' +
    'mostre poderia responder por você.',
  neverPolicies: 'Ele nunca pode alterar uma política nem resolver uma revisão de risco crítico.',
  never: 'Ele nunca pode aprovar nem negar uma revisão, nem alterar uma política.',
  refuse: 'Recusar',
  allow: (count) => (count === 1 ? 'Permitir 1 escopo' : `Permitir ${count} escopos`),
  none: 'Escolha ao menos uma coisa que ele pode fazer.',
  goingBack: 'Voltando ao aplicativo',
  returnsTo: (address) => `Você volta para ${address}. Encerre a conexão em Aplicativos conectados quando quiser.`,
  over: {
    what: 'Este pedido expirou ou chegou a outro navegador.',
    remedy: 'Comece de novo no aplicativo que você quer conectar.',
  },
  elsewhere: {
    what: 'Não é possível permitir isto daqui.',
    remedy: 'Outra pessoa entrou, ou você saiu da organização. Comece de novo no aplicativo.',
  },
  factor: {
    what: 'Esta organização exige um segundo fator.',
    remedy: 'Configure um na sua conta e comece de novo no aplicativo.',
  },
};
