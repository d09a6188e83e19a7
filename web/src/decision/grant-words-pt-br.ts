// SPDX-License-Identifier: Apache-2.0
import type { Destination, EventAction } from '@svc/contract';
import type { words as en } from './grant-words-en.ts';

const VERBS: Readonly<Record<EventAction, readonly [verb: string, preposition: string]>> = {
  READ_DATA: ['ler', 'de'],
  WRITE_DATA: ['gravar', 'em'],
  DELETE_DATA: ['excluir', 'de'],
  EXPORT_DATA: ['exportar', 'de'],
  SEND_EMAIL: ['enviar por e-mail', 'de'],
};

const DESTINATIONS: Readonly<Record<Destination, string>> = {
  INTERNAL: ' dentro da organização',
  EXTERNAL_EMAIL: ' para um endereço externo',
  EXTERNAL_API: ' para uma API externa',
};

export const words: typeof en = {
  sentence(told) {
    const [verb, preposition] = VERBS[told.action];
    const where = told.destination === null ? ' sem destino' : DESTINATIONS[told.destination];
    const how = told.call === null ? '' : ` por ${told.call}`;
    const often = told.uses === null ? '' : told.uses === 1 ? ', uma vez' : `, ${told.uses} vezes ao todo`;
    const found = told.findings === null ? 'nenhum dado sensível' : `${told.findings}, e nenhum outro dado sensível`;
    return (
      `Até ${told.until}, ${told.agent} pode ${verb} até ${told.records} ` +
      `${told.isOneRecord ? 'registro' : 'registros'} por vez ` +
      `${preposition} ${told.resource}${where}${how} sem perguntar${often}. ` +
      `O conteúdo pode ter ${found}; o texto pode ser outro.`
    );
  },
  row(told) {
    const [verb, preposition] = VERBS[told.action];
    const where = told.destination === null ? '' : DESTINATIONS[told.destination];
    const act = `${verb} até ${told.records} ${preposition} ${told.resource}${where}`;
    return act.charAt(0).toUpperCase() + act.slice(1);
  },
  gateway: (protocol, what) => `${protocol}${what === null ? '' : ` ${what}`} na mesma rota`,
  choice: 'Também liberar o mesmo por um tempo',
  until: 'Até',
  inHours: (hours) =>
    hours < 24 ? `${hours} ${hours === 1 ? 'hora' : 'horas'}` : `${hours / 24} ${hours === 24 ? 'dia' : 'dias'}`,
  uses: 'Quantas vezes',
  anyTimes: 'Sempre que pedir',
  times: (count) => (count === 1 ? 'Uma vez' : `${count} vezes`),
  records: 'Registros por vez, no máximo',
  badRecords: (max) => `Informe um número inteiro de 0 a ${max}.`,
  alike: (count, isOne) =>
    isOne
      ? 'Teria respondido 1 outra revisão dos últimos 30 dias.'
      : `Teria respondido ${count} outras revisões dos últimos 30 dias.`,
  asked: 'Com a última aprovação, isto vira uma concessão:',
  hindrances: {
    OFF: 'As configurações não deixam ninguém fazer concessões.',
    DECISION: 'Ninguém é consultado sobre esta ação.',
    BUDGET: 'Um orçamento pede esta revisão. Uma concessão nunca responde por um orçamento.',
    TOOL: 'A ferramenta não é a que foi registrada. Veja a definição dela: uma concessão nunca responde por isso.',
    POLICY: 'A política não permite concessões.',
    POLICY_CHANGED: 'Não pode haver concessão: as regras desta revisão mudaram desde então.',
    CRITICAL: 'Não pode haver concessão: o risco é crítico.',
    FINDINGS: 'Não pode haver concessão: o conteúdo tem dados de saúde ou uma credencial.',
    ANOMALY: 'Não pode haver concessão enquanto este agente tem uma anomalia aberta.',
    SANDBOX: 'Não pode haver concessão para uma ação de chave de teste.',
    NO_RECORDS: 'Não pode haver concessão: o agente não diz quantos registros afeta.',
    RESOURCE: 'Não pode haver concessão: o recurso foi excluído ou reclassificado.',
    GUARDRAIL: 'Não pode haver concessão: uma garantia reserva isto para pessoas.',
  },
  guardrail: (name) => `Não pode haver concessão: a garantia “${name}” reserva isto para pessoas.`,
};
