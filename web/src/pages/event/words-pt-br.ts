// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  events: 'Eventos',
  title: 'Evento',
  region: 'O que foi decidido, e por quê',
  missingTitle: 'Este evento não existe',
  missingText: 'Ele pode ser de outra organização ou mais antigo do que o seu plano guarda.',
  missingAction: 'Ver todos os eventos',
  answer: {
    button: 'Resposta ao art. 20 da LGPD',
    title: 'Resposta ao titular',
    lead:
      'Um arquivo explica como a decisão foi tomada: critérios em linguagem simples, pontos, o papel de quem revisou ' +
      'e a prova. Leia antes de entregar: critérios podem ser segredo comercial.',
    language: 'Idioma',
    format: 'Formato',
    formats: { html: 'Página para ler e imprimir', json: 'JSON, para programas' },
    contact: 'Onde pedir a revisão',
    contactHint: 'Por exemplo, o endereço do encarregado. Se ficar vazio: o meio pelo qual o arquivo chega.',
    session: (session) => `Incluir as outras decisões da sessão ${session}`,
    sessionHint: 'Só se todas forem sobre a mesma pessoa.',
    act: 'Gerar o arquivo',
    done: 'O arquivo foi salvo. A auditoria registra que ele foi gerado.',
  },
};
