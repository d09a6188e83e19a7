// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  timesIn: (zone) => `Horários: ${zone}`,
  loading: 'Carregando…',
  slow: 'Está demorando mais que o normal',
  tryAgain: 'Tentar de novo',
  details: 'Detalhes',
  howItWorks: 'Como funciona',
  whatToDo: 'O que fazer',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'O navegador não permitiu copiar. Selecione e copie você mesmo.',
  copyOf: (what) => `Copiar ${what}`,
  download: 'Baixar',
  cancel: 'Cancelar',
  close: 'Fechar',
  changed: 'alterado',
  working: 'Aguarde…',
  required: 'Preencha este campo',
  more: 'Mais',
  notifications: 'Notificações',
  holdTo: (act) => `Segure para ${act}`,
  keepHolding: (act) => `Continue segurando para ${act}`,
  typeToConfirm: (name) => `Digite ${name} para confirmar`,
  discard: {
    title: 'Sair sem salvar?',
    text: 'O que você mudou ainda não foi salvo.',
    stay: 'Ficar',
    leave: 'Sair',
  },
  secret: {
    lead: 'Ele aparece uma única vez e não pode ser mostrado de novo.',
    leadOfSeveral: 'Eles aparecem uma única vez e não podem ser mostrados de novo.',
    storedSeveral: 'Já os guardei',
    stored: 'Já guardei',
    done: 'Concluir',
  },
};
