// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Senha esquecida',
  heading: 'Esqueceu a senha?',
  lead: 'Enviamos um link para o e-mail da sua conta.',
  submit: 'Enviar o link',
  sentHeading: 'Veja seu e-mail',
  sentLead: (email) => `Se ${email} tiver uma conta, um link está a caminho.`,
  sentHint: 'Ele funciona uma vez, por uma hora. Nada depois de alguns minutos? Verifique também o spam.',
  withoutMail: {
    what: 'Este serviço não tem servidor de e-mail, então nenhum link pode ser enviado.',
    remedy: 'Peça uma nova senha a quem o opera. No servidor, é um comando:',
  },
  address: 'SEU-ENDERECO',
  back: 'Voltar para o login',
};
