// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Entrar',
  heading: 'Entrar no svc',
  lead: 'Seus agentes perguntam. Você decide.',
  passkey: 'Entrar com chave de acesso',
  orPassword: 'ou com senha',
  company: 'Entrar pela empresa',
  companyOf: (name) => `Entrar em ${name} pela empresa`,
  forgot: 'Esqueci a senha',
  about: (host) =>
    'O svc responde aos agentes de IA antes que eles ajam: permitido, bloqueado, ou uma pessoa decide. ' +
    `O servidor em ${host} é mantido por quem convidou você ou pela sua empresa.`,
  isNew: 'Primeira vez aqui?',
  signUp: 'Criar uma organização',
  submit: 'Entrar',
  submitting: 'Entrando…',
  guessed: {
    what: 'Muitos códigos errados.',
    remedy: 'Espere um minuto e comece de novo, com a senha.',
  },
  unknownPasskey: {
    what: 'Nenhuma conta daqui conhece esta chave de acesso.',
    remedy: 'Escolha outra, ou entre com a senha.',
  },
  because: {
    ended: 'Sua sessão terminou. Entre de novo e você volta para onde estava.',
    'signed-out': 'Você saiu.',
    'account-deleted': 'Sua conta foi excluída, com tudo o que pertencia só a ela.',
    'organization-deleted': 'A organização foi excluída. Sua conta continua: entre para criar outra.',
  },
  otherAddress: {
    what: 'Este não é o endereço que o serviço conhece como seu.',
    remedy: 'Abra o aplicativo no endereço dele, ou peça que SVC_BASE_URL seja este.',
  },
  notKept: {
    what: 'Seu navegador não guardou a sessão.',
    remedy: 'Permita cookies aqui. De outra máquina, abra o aplicativo por https.',
  },
};
