import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Testar uma ação',
  lead: 'Não registra nada.',
  form: 'A ação',
  act: 'Testar',
  answer: 'A resposta',
  noneTitle: 'Nada foi testado ainda',
  noneText: 'Diga o que um agente pediria. As políticas atuais decidem, e cada passo aparece aqui.',
  wouldBe: 'O agente receberia',
  assumed: 'Considerados encontrados, como você disse; nada foi analisado.',
  approvers: (roles) => `Quem poderia responder: ${roles}.`,
  wrong: 'Esta ação não pode ser testada',
};
