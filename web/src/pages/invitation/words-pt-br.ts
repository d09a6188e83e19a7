// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Convite',
  heading: (organization) => `Entrar em ${organization}`,
  lead: (inviter, role) => `${inviter} convidou você como ${role}.`,
  leadOfNobody: (role) => `Você foi convidado como ${role}.`,
  roles: { OWNER: 'proprietário', ADMIN: 'administrador', MEMBER: 'membro' },
  looking: 'Consultando o convite',
  over: {
    what: 'Este link não abre mais nada.',
    remedy: 'Ele foi usado, substituído, revogado ou expirou. Peça outro convite.',
  },
  missing: { what: 'O link está incompleto.', remedy: 'Copie-o de novo, até o último caractere.' },
  signedInAs: (email) => `Você está na conta ${email}.`,
  forAccount: (email) => `O convite é para ${email}.`,
  otherAccount: (email, other) =>
    `O convite é para ${email}, e você está na conta ${other}. Saia e abra o link de novo.`,
  signInFirst: (email) => `${email} já tem uma conta aqui. Entre com ela e volte a esta página.`,
  signedInNow: 'Já entrei',
  signOut: 'Sair',
  accept: 'Entrar na organização',
  accepting: 'Entrando',
  makeAccount: 'Criar sua conta e entrar',
  name: 'Seu nome',
  missingName: 'Informe seu nome.',
  password: 'Senha',
  passwordHint: 'Pelo menos 12 caracteres; uma frase é uma boa escolha.',
  joined: (organization) => `Agora você é membro de ${organization}.`,
  joinedRemedy: 'Entre na sua conta para acessá-la.',
  signIn: 'Entrar na conta',
};
