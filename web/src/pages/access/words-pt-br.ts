// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Manter estes acessos?',
  heading: 'Foi você que configurou isto?',
  lead:
    'Alguém usou sua conta antes de você confirmar seu endereço e pode ter criado estes itens. Nenhum deles funciona ' +
    'até você responder.',
  apiKeys: 'Chaves de API',
  webhooks: 'Webhooks',
  integrations: 'Integrações',
  checkpoints: 'Cópias dos checkpoints vão para',
  more: (count: number) => `e mais ${count}`,
  keep: 'Manter todos',
  end: 'Encerrar todos',
  endHint:
    'Se você não os reconhece, encerre-os. As chaves são revogadas, e as rotas que usam uma integração são excluídas.',
  answering: 'Salvando',
  doneHeading: 'Nada aguarda sua resposta',
  open: 'Abrir o svc',
};
