// SPDX-License-Identifier: Apache-2.0
/** A change as one line of a mail, in both languages. Names of fields are those of the API. */

import type { ToldKind } from '../../storage/causes/index.ts';
import type { ChangedField, DigestChange } from './change-facts.ts';
import type { Language } from './text.ts';

interface Words {
  kinds: Readonly<Record<ToldKind, string>>;
  by: (who: string) => string;
  key: (name: string) => string;
  formerPerson: string;
  formerKey: string;
  service: string;
}

const en: Words = {
  kinds: {
    'policy.created': 'Policy created',
    'policy.updated': 'Policy changed',
    'policy.deleted': 'Policy deleted',
    'guardrail.created': 'Guardrail created',
    'guardrail.updated': 'Guardrail changed',
    'guardrail.deleted': 'Guardrail deleted',
    'budget.created': 'Budget created',
    'budget.updated': 'Budget changed',
    'budget.deleted': 'Budget deleted',
    'budget.raised': 'Budget raised',
    'key.created': 'API key created',
    'key.updated': 'API key changed',
    'key.rotated': 'API key replaced by a new one',
    'key.revoked': 'API key revoked',
    'member.added': 'Member added',
    'member.role_changed': 'Role changed',
    'member.removed': 'Member removed',
    'member.left': 'Member left',
    'member.password_set': 'Password set by the operator',
    'organization.updated': 'Settings changed',
    'notifications.updated': 'Notifications changed',
    'agent.updated': 'Permissions of an agent changed',
    'resource.updated': 'Classification of a resource changed',
  },
  by: (who) => `by ${who}`,
  key: (name) => `the API key ${name}`,
  formerPerson: 'a former member',
  formerKey: 'an API key',
  service: 'the operator or a provisioning file',
};

const pt: Words = {
  kinds: {
    'policy.created': 'Política criada',
    'policy.updated': 'Política alterada',
    'policy.deleted': 'Política excluída',
    'guardrail.created': 'Garantia criada',
    'guardrail.updated': 'Garantia alterada',
    'guardrail.deleted': 'Garantia excluída',
    'budget.created': 'Orçamento criado',
    'budget.updated': 'Orçamento alterado',
    'budget.deleted': 'Orçamento excluído',
    'budget.raised': 'Orçamento ampliado',
    'key.created': 'Chave de API criada',
    'key.updated': 'Chave de API alterada',
    'key.rotated': 'Chave de API trocada por uma nova',
    'key.revoked': 'Chave de API revogada',
    'member.added': 'Membro adicionado',
    'member.role_changed': 'Papel alterado',
    'member.removed': 'Membro removido',
    'member.left': 'Membro saiu',
    'member.password_set': 'Senha definida pelo operador',
    'organization.updated': 'Configurações alteradas',
    'notifications.updated': 'Notificações alteradas',
    'agent.updated': 'Permissões de um agente alteradas',
    'resource.updated': 'Classificação de um recurso alterada',
  },
  by: (who) => `por ${who}`,
  key: (name) => `chave de API ${name}`,
  formerPerson: 'um antigo membro',
  formerKey: 'uma chave de API',
  service: 'operador ou arquivo de provisionamento',
};

const LANGUAGES: Readonly<Record<Language, Words>> = { en, 'pt-BR': pt };

/** The change, how it was made, and by whom. */
export function changeSentence({ kind, name, by, fields }: DigestChange, language: Language): string {
  const words = LANGUAGES[language];
  const what = name === null ? words.kinds[kind] : `${words.kinds[kind]}: ${name}`;
  const how = fields.length === 0 ? '' : ` (${fields.map(fieldText).join(', ')})`;
  return `${what}${how}, ${words.by(actorText(by, words))}.`;
}

const fieldText = ({ name, values }: ChangedField): string =>
  values === null ? name : `${name}: ${values[0]} → ${values[1]}`;

function actorText({ type, name }: DigestChange['by'], words: Words): string {
  if (type === 'system') return words.service;
  if (type === 'key') return name === null ? words.formerKey : words.key(name);
  return name ?? words.formerPerson;
}
