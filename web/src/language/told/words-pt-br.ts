// SPDX-License-Identifier: Apache-2.0

import type { FieldCode, FieldFaultCode, FieldFaultParameter, FieldFaultParams } from '@svc/contract';
import type { words as english } from './words-en.ts';

type Sentence<Code extends FieldFaultCode> = [FieldFaultParameter<Code>] extends [never]
  ? string
  : string | ((params: FieldFaultParams<Code>) => string);

const SENTENCES: { readonly [Code in FieldFaultCode]: Sentence<Code> } = {
  ADDRESS_WITHOUT_HOST: 'Informe um endereço IP ou um host de letras, dígitos e hifens.',
  ALLOWS_NOTHING: 'Informe ao menos um valor ou não restrinja nada.',
  ALLOWS_NO_ADDRESS: 'Informe ao menos um endereço ou libere todos.',
  APPLY_WITHOUT_LIVE: 'Só uma chave LIVE de todos os agentes pode alterar políticas; tire essa permissão ou o agente.',
  CLASSIFICATION_NAME: ({ values }) => `Não pode ser ${values}: é o nome de uma classificação.`,
  COMMON_PASSWORD: 'Esta é uma das senhas mais comuns; escolha uma que só você tenha.',
  CREDENTIAL_NEEDED: ({ host }) => `Informe o segredo de novo: até agora ele não era enviado a ${host}.`,
  DIFFERS_FROM_DECIDED: 'É diferente do que foi decidido.',
  DUPLICATE_NAME: 'Este nome já está em uso.',
  EMPTY: 'Não pode ficar vazio.',
  FOREIGN_FIELD: ({ whose }) => `Este campo não pertence a ${whose}.`,
  GIVEN_TWICE: 'Está repetido.',
  HAS_BACKSLASH: 'Não use barra invertida.',
  HAS_BAD_CHARACTER: 'Há um caractere que não é permitido.',
  HAS_COLON: 'Não use dois-pontos: eles terminam o nome de usuário.',
  HAS_CONTROL_CHARACTER: 'Não use caracteres de controle.',
  HAS_DIRECTION_MARK: 'Não use caracteres que invertam o sentido do texto.',
  HAS_FRAGMENT: 'O endereço não pode ter fragmento (#).',
  HAS_LINE_BREAK: 'Não use quebras de linha, caracteres de controle ou que invertam o sentido do texto.',
  HAS_QUERY: 'O endereço não pode ter consulta (?).',
  HAS_USER: 'O endereço não pode levar usuário nem senha.',
  HEADERS_NEEDED: ({ field, origin }) => `Informe de novo: ${field} leva a ${origin}, aonde eles não eram enviados.`,
  ID_FIXED: ({ id }) => `O id guardado é ${id}; um id nunca muda.`,
  LINK_OVER: 'O link já foi usado ou o prazo passou; peça um novo.',
  LOOKS_LIKE_UUID: 'Não pode parecer um UUID: seria confundido com um id.',
  MISSING: 'Este campo é obrigatório.',
  NEEDED_FOR_NEW_ACCOUNT: 'Obrigatório: o endereço convidado ainda não tem conta.',
  NOT_A_CIDR_RANGE: 'Informe um endereço IP ou um intervalo CIDR, como 203.0.113.0/24.',
  NOT_A_DOMAIN: 'Depois de *. vem um domínio, não um endereço IP.',
  NOT_A_HEADER_NAME: 'Informe o nome de um cabeçalho HTTP.',
  NOT_A_HOST: 'Informe um host ou *.domínio, sem esquema, porta ou caminho.',
  NOT_A_MOMENT: 'Informe data e hora com o fuso, de 1970 a 9999, como 2030-01-01T00:00:00Z.',
  NOT_A_TEMPLATE: 'Informe um objeto JSON; use {{…}} só dentro dos textos.',
  NOT_A_TIME_ZONE: 'Informe um fuso horário IANA, como America/Sao_Paulo.',
  NOT_A_UUID: 'Informe um UUID.',
  NOT_A_WEBHOOK_SECRET: ({ beginning, min }) =>
    `Comece com ${beginning}, seguido de pelo menos ${min} caracteres em base64.`,
  NOT_AN_ADDRESS: 'Informe um endereço de e-mail, como ana@example.com.',
  NOT_AN_EMAIL: 'Informe um endereço de e-mail, como ana@example.com.',
  NOT_COMPOSED: 'Use a forma composta do Unicode (NFC): letra e acento juntos.',
  NOT_HEADER_TEXT: 'Use só caracteres ASCII visíveis, sem espaços nas pontas.',
  NOT_HTTP: 'Informe um endereço http ou https.',
  NOT_HTTP_KIND: 'Escolha uma integração HTTP: o gateway não envia outra credencial.',
  NOT_IN_TOKEN_HOSTS: 'O host do tokenUrl precisa estar entre os hosts permitidos.',
  NOT_LINES: 'Quebras de linha e tabulações são aceitas; outros caracteres de controle não.',
  NOT_LIKE: ({ example }) => `Informe algo como ${example}.`,
  NOT_ONE_LINE: 'Use uma só linha, sem caracteres de controle ou que invertam o sentido do texto.',
  NOT_ONE_OF: ({ values }) => `Escolha entre: ${values}.`,
  NOT_ONE_WORD: 'Informe uma só palavra, como Bearer.',
  NOT_ORGANIZATION_NAME: 'Digite o nome da organização, letra por letra.',
  NOT_VALID: 'O valor não é válido.',
  NO_LEADING_SLASH: 'Comece com /.',
  NO_PERMISSIONS: 'Escolha ao menos uma permissão: sem nenhuma, a chave não serve.',
  NO_SUCH_INTEGRATION: 'Escolha uma integração do tipo certo.',
  NO_SUCH_RECORD: 'Não existe um registro com este nome ou id.',
  NO_SUCH_RESOURCE: 'Use ANY, uma classificação ou o nome de um recurso.',
  ONLY_FOR_REVIEW: 'Só vale quando a decisão é perguntar a uma pessoa.',
  OTHER_KINDS_PROVIDER: ({ kind }) => `É de outro tipo, não de ${kind}.`,
  OTHER_ORDER: 'A ordem da lista mudou; comece pela primeira página.',
  OTHER_SCOPE: 'Escolha entre as permissões que o aplicativo pediu.',
  OTHER_SECRET: 'Este não é o segredo da credencial.',
  PASSKEY_REFUSED: 'A chave de acesso não serve aqui; comece de novo.',
  PASSWORD_IS_ADDRESS: 'A senha não pode ser o seu endereço de e-mail.',
  PASSWORD_OR_PASSKEY: 'Informe a senha ou use uma chave de acesso.',
  PORT_ZERO: 'A porta não pode ser 0.',
  PROVIDER_FIXED: ({ provider }) => `Já é ${provider} na integração guardada e não muda.`,
  REPEATED: 'Há um valor repetido.',
  REQUIRED: 'Este campo é obrigatório.',
  RESERVED_HEADER: ({ name }) => `O cabeçalho ${name} é reservado.`,
  SAME_ADDRESS: 'Este já é o seu endereço.',
  SAME_TIME: 'O fim precisa ser diferente do início.',
  SECRET_NOT_DECODABLE: ({ min, max }) =>
    `Este formato exige um segredo whsec_ com ${min} a ${max} bytes em base64. Crie antes um novo segredo.`,
  SECRET_NEEDED: ({ origin }) => `Informe o segredo da credencial: ele ainda não era enviado a ${origin}.`,
  SET_TOO_LARGE: ({ max }) => `As políticas da organização passariam de ${max} bytes.`,
  SIGNATURE_REFUSED: 'A assinatura não vale para esta aprovação, ou não vale mais; assine de novo.',
  SPACE_AT_END: 'Não comece nem termine com espaço.',
  TOO_DEEP: ({ max }) => `Grupos de condições podem ter até ${max} níveis.`,
  TOO_FEW_ITEMS: ({ min }) => `São pelo menos ${min} itens.`,
  TOO_LATE: 'O prazo passou ou o pedido já foi usado; comece de novo.',
  TOO_LARGE: ({ max }) => `O máximo é ${max}.`,
  TOO_LONG: ({ max }) => `Use no máximo ${max} caracteres.`,
  TOO_MANY_ITEMS: ({ max }) => `São no máximo ${max} itens.`,
  TOO_MANY_PLACES: ({ max }) => `Use no máximo ${max} campos {{…}} no modelo.`,
  TOO_SHORT: ({ min }) => `Use pelo menos ${min} caracteres.`,
  TOO_SMALL: ({ min }) => `O mínimo é ${min}.`,
  UNKNOWN_FIELD: 'Este campo não existe.',
  WRONG_CODE: 'Não é o código que o aplicativo mostra agora.',
  WRONG_TYPE: 'O tipo deste valor está errado.',
};

/** A service that is newer than this page may send a code that is not among them. */
const BY_CODE: Readonly<Partial<Record<string, string | ((params: never) => string)>>> = SENTENCES;

export const words: typeof english = {
  about(message, fault?: FieldCode) {
    const sentence = fault === undefined ? undefined : BY_CODE[fault.code];
    if (typeof sentence === 'function') return sentence(fault?.params as never);
    // A fault without a code stays as the service said it: no form causes one.
    return sentence ?? message;
  },
};
