import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Confirmar o endereço',
  heading: 'Confirmando seu endereço…',
  again: 'Tentar de novo',
  doneHeading: 'Seu endereço está confirmado',
  doneLead: 'Agora você pode convidar pessoas e receber avisos.',
  overHeading: 'Este link expirou ou já foi usado',
  overLead: 'Cada link funciona uma vez, por 24 horas, e um mais novo o substitui. Peça outro em Conta.',
  open: 'Abrir o svc',
  account: 'Abrir Conta',
};
