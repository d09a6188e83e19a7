// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Confirmar o endereço',
  heading: 'Confirmando seu endereço…',
  again: 'Tentar de novo',
  doneHeading: 'Seu endereço está confirmado',
  doneLead: 'Agora você pode convidar pessoas e receber avisos.',
  makerHeading: 'Foi você que criou esta conta?',
  makerLead: 'Você não está conectado aqui. Informe a senha da conta para confirmar o endereço.',
  confirm: 'Confirmar o endereço',
  isOther: 'Não fui eu, ou esqueci a senha',
  newHeading: 'Escolha uma nova senha',
  newLead:
    'Alguém pode ter criado uma conta com seu endereço. Com uma nova senha ela passa a ser sua, e as sessões, ' +
    'segundos fatores e aplicativos conectados que existiam antes são encerrados.',
  takeOver: 'Definir a senha',
  isMaker: 'Eu sei a senha',
  overHeading: 'Este link expirou ou já foi usado',
  overLead: 'Cada link funciona uma vez, por 24 horas, e um mais novo o substitui. Peça outro em Conta.',
  open: 'Abrir o svc',
  account: 'Abrir Conta',
};
