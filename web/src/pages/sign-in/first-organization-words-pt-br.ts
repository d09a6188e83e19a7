// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './first-organization-words-en.ts';

export const words: typeof en = {
  title: 'Nova organização',
  heading: 'Sua conta não tem organização',
  lead:
    'Dê nome a uma nova e você entra. Para participar da de um colega, peça um convite. ' +
    'Para exportar ou excluir sua conta, entre e abra Conta.',
  again: 'Mais uma vez: cada confirmação vale uma vez só.',
  name: 'Organização',
  missingName: 'Informe um nome para a organização.',
  badName: 'Use um nome com letras, números e espaços.',
  act: 'Criar e entrar',
  next: 'Continuar',
  working: 'Criando…',
  passkey: 'Confirmar com a chave de acesso',
  back: 'Entrar como outra pessoa',
  madeMeanwhile: { what: 'Sua conta já tem uma organização.', remedy: 'Entre de novo.' },
};
