import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: 'Aplicativos conectados',
  connect: 'Conectar um assistente',
  connectShort: 'Conectar',
  all: 'Nesta organização',
  hint: 'Assistentes que agem em nome de uma pessoa, dentro do que ela permitiu. Nunca aprovam nem alteram políticas.',
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
