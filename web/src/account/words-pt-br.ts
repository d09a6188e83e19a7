// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  email: 'E-mail',
  password: 'Senha',
  newPassword: 'Nova senha',
  name: 'Seu nome',
  missingEmail: 'Informe o e-mail da sua conta.',
  missingPassword: 'Informe sua senha.',
  missingNewPassword: 'Escolha uma senha.',
  badEmail: 'Informe um endereço de e-mail, como ana@exemplo.com.br.',
  commonPassword: 'Muita gente usa esta senha. Escolha uma que ninguém mais tenha.',
  ownAddress: 'Não use seu endereço de e-mail como senha.',
  shortPassword: (missing) => (missing === 1 ? 'Falta 1 caractere.' : `Faltam ${missing} caracteres.`),
  strength: {
    missing: (missing) => (missing === 1 ? 'falta 1 caractere' : `faltam ${missing} caracteres`),
    levels: ['', 'Fácil de adivinhar', 'Boa', 'Forte'],
  },
  passkeyNotUsed: { what: 'Nenhuma chave de acesso foi usada.', remedy: 'Tente de novo, ou escolha outra forma.' },
  confirm: {
    title: 'Confirme que é você',
    lead: 'Faz um tempo que você entrou, e esta mudança é importante.',
    act: 'Confirmar',
    company: 'Ir para a sua empresa',
    companyLead:
      'Seu último login já faz algum tempo, e esta mudança é importante. Sua empresa pede que você entre de novo. ' +
      'Depois você volta a esta página e repete a mudança.',
    passkey: 'Confirmar com chave de acesso',
    code: 'Código do aplicativo autenticador',
    codeHint: 'Ou um dos seus códigos de recuperação.',
    missingCode: 'Informe o código.',
  },
};
