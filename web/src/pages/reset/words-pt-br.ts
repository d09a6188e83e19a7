// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Nova senha',
  heading: 'Escolha uma nova senha',
  lead: 'Todas as suas sessões serão encerradas.',
  hint: 'Pelo menos 12 caracteres. Uma frase sua é fácil de lembrar.',
  submit: 'Definir a senha',
  doneHeading: 'Senha alterada',
  doneLead: 'Todas as suas sessões foram encerradas. Entre com a nova senha.',
  signIn: 'Entrar',
  overHeading: 'Este link expirou ou já foi usado',
  overLead: 'Ele funciona uma vez, por uma hora, e um mais novo o invalida.',
  again: 'Enviar outro link',
};
