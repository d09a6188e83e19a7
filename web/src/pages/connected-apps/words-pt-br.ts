// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: 'Aplicativos conectados',
  connect: 'Conectar um assistente',
  connectShort: 'Conectar',
  all: 'Nesta organização',
  mayAsk: 'pede revisões',
  hint:
    'Assistentes que agem em nome de uma pessoa, dentro do que ela permitiu. ' +
    'Nunca alteram políticas nem aprovam nada por conta própria.',
  at: (host) => `em ${host}`,
  by: (name, email) => `${name}, ${email}`,
  since: (when) => `desde ${when}`,
  used: (ago) => `último uso ${ago}`,
  unused: 'ainda não usado',
  revoke: 'Desconectar',
  revokeOne: (name) => `Desconectar ${name}`,
  revokeText: 'Ele para de funcionar na hora. Para usá-lo de novo, conecte-o novamente.',
  revoked: 'Desconectado',
  none: 'Nenhum aplicativo conectado.',
  noneText: 'Depois de conectado, um assistente consulta o svc antes de agir.',
};
