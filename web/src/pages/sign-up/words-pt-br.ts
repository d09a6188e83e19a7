// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Criar uma organização',
  heading: 'Criar uma organização',
  lead: 'Você será responsável por ela, com o papel de proprietário.',
  organization: 'Organização',
  name: 'Seu nome',
  password: 'Senha',
  passwordHint: 'Pelo menos 12 caracteres. Uma frase sua é fácil de lembrar.',
  missingOrganization: 'Informe um nome que seus colegas conheçam.',
  missingName: 'Informe seu nome.',
  missingEmail: 'Informe seu e-mail.',
  badName: 'Use letras e números, sem quebras de linha nem sinais invisíveis.',
  badEmail: 'Informe um endereço de e-mail, como ana@exemplo.com.br.',
  submit: 'Criar organização',
  submitting: 'Criando…',
  hasAccount: 'Já tem uma conta?',
  signIn: 'Entrar',
  closed: {
    what: 'Aqui, novas contas só por convite.',
    remedy: 'Peça a um membro da sua organização que convide você.',
  },
  linkOver: {
    what: 'Este link já terminou ou já foi usado.',
    remedy: 'Reinicie o serviço: enquanto ninguém tem conta, ele mostra um novo.',
  },
  leadWithoutMail: (email) => `Isto não abriu uma conta para ${email}. Se você já tem uma, entre com ela.`,
  mailHeading: 'Veja seu e-mail',
  mailLead: (email) => `Escrevemos para ${email}. A mensagem diz como continuar.`,
};
