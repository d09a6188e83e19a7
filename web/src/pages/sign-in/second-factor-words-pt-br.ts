// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './second-factor-words-en.ts';

export const words: typeof en = {
  heading: 'Falta um passo',
  lead: 'Sua conta pede um segundo fator.',
  again: 'Mais uma vez: cada código vale uma vez só, espere o próximo.',
  passkey: 'Usar uma chave de acesso',
  mfaCode: 'Código',
  mfaHint: 'Seis dígitos do aplicativo autenticador, ou um dos seus códigos de recuperação.',
  submit: 'Entrar',
  submitting: 'Entrando…',
  missingCode: 'Informe o código.',
  wrongCode: {
    what: 'Este código não serve.',
    remedy: 'O código muda a cada 30 segundos e vale uma vez. Espere o próximo.',
  },
  back: 'Entrar como outra pessoa',
};
