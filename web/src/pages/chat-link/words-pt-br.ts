// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Vincular usuário do chat',
  heading: 'É você no chat?',
  lead: 'Você recebe este link quando aperta pela primeira vez um botão de uma revisão no chat.',
  warning: 'Foi você quem apertou, agora há pouco?',
  warningRemedy:
    'Se você confirmar, quem recebeu este link no chat responderá revisões em seu nome. Se alguém o enviou a você, ' +
    'feche a página.',
  facts: {
    user: 'Usuário do chat',
    team: 'Workspace',
    organization: 'Responde revisões de',
    through: (integration) => `por ${integration}`,
    person: 'Vinculado a',
  },
  namesNote: 'Os nomes vêm do chat, onde cada um escolhe o seu: o que vale são os ids.',
  confirm: 'Sim, vincular meu usuário',
  confirming: 'Vinculando',
  signInFirst: 'Entre primeiro. Depois confirme que é você.',
  signIn: 'Entrar',
  doneHeading: 'Seu usuário do chat está vinculado',
  done: (user, team, integration, organization) =>
    `${user}, do workspace ${team}, é você em ${integration}, para ${organization}. Aperte de novo o botão no chat.`,
  links: 'Ver seus usuários de chat',
  overHeading: 'Este link já foi usado, expirou ou não é para você',
  overLead: 'Vale uma vez, por 15 minutos, para membros da organização. Aperte de novo no chat para receber outro.',
};
