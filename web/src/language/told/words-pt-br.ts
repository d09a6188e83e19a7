// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './words-en.ts';

/** A group of the English takes the place of `$1`. */
const SENTENCES: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^is (?:required|missing)$/, 'Este campo é obrigatório.'],
  [/^is needed, or the answer of a passkey$/, 'Informe a senha ou use uma chave de acesso.'],
  [/^is needed: the invited address has no account yet$/, 'Obrigatório: o endereço convidado ainda não tem conta.'],
  [/^is not a known field$/, 'Este campo não existe.'],
  [/^is no field of (.+)$/, 'Este campo não pertence a $1.'],
  [/^must be an? (?:string|number|integer|boolean|object|array)(?: or an? .+)?$/, 'O tipo deste valor está errado.'],
  [/^must be one of (.+): the classification could be meant$/, 'Não pode ser $1: é o nome de uma classificação.'],
  [/^must not be one of (.+): the classification could be meant$/, 'Não pode ser $1: é o nome de uma classificação.'],
  [/^must be one of (.+)$/, 'Escolha entre: $1.'],
  [/^must have at most (.+) characters$/, 'Use no máximo $1 caracteres.'],
  [/^must have at least (.+) characters$/, 'Use pelo menos $1 caracteres.'],
  [/^must have at most (.+) items$/, 'São no máximo $1 itens.'],
  [/^must have at least (.+) items$/, 'São pelo menos $1 itens.'],
  [/^must not be empty$/, 'Não pode ficar vazio.'],
  [/^must not be empty; null allows every address$/, 'Informe ao menos um endereço ou libere todos.'],
  [/^must not be empty; null restricts nothing$/, 'Informe ao menos um valor ou não restrinja nada.'],
  [/^must be at least (.+)$/, 'O mínimo é $1.'],
  [/^must be at most (.+)$/, 'O máximo é $1.'],
  [/^must not list a value twice$/, 'Há um valor repetido.'],
  [/^is given twice$/, 'Está repetido.'],
  [/^must be a UUID$/, 'Informe um UUID.'],
  [/^must start with \/$/, 'Comece com /.'],
  [/^must be an e-mail address.*$/, 'Informe um endereço de e-mail, como ana@example.com.'],
  [/^has a character that is not allowed$/, 'Há um caractere que não é permitido.'],
  [
    /^must be one line without control characters and .*$/,
    'Use uma só linha, sem caracteres de controle ou que invertam o sentido do texto.',
  ],
  [
    /^may hold line feeds and tabs, but no other control characters.*$/,
    'Quebras de linha e tabulações são aceitas; outros caracteres de controle não.',
  ],
  [
    /^must not hold line breaks, other control characters.*$/,
    'Não use quebras de linha, caracteres de controle ou que invertam o sentido do texto.',
  ],
  [/^must not hold marks that change the direction of text$/, 'Não use caracteres que invertam o sentido do texto.'],
  [/^must not hold control characters$/, 'Não use caracteres de controle.'],
  [
    /^must not be empty: a key without permissions .*$/,
    'Escolha ao menos uma permissão: sem nenhuma, a chave não serve.',
  ],
  [
    /^must not have apply: .*$/,
    'Só uma chave LIVE de todos os agentes pode alterar políticas; tire essa permissão ou o agente.',
  ],
  [
    /^must be given again with its secret: allowedHosts names (.+), where it did not go$/,
    'Informe o segredo de novo: até agora ele não era enviado a $1.',
  ],
  [
    /^must be given again: (.+) leads to (.+), where they did not go$/,
    'Informe de novo: $1 leva a $2, aonde eles não eram enviados.',
  ],
  [
    /^must be given, that of the credential: it did not go to (.+) so far$/,
    'Informe o segredo da credencial: ele ainda não era enviado a $1.',
  ],
  [/^is not that of the credential$/, 'Este não é o segredo da credencial.'],
  [/^must have at most (.+) places for values$/, 'Use no máximo $1 campos {{…}} no modelo.'],
  [/^must not begin or end with a space$/, 'Não comece nem termine com espaço.'],
  [/^must be in the composed form of Unicode.*$/, 'Use a forma composta do Unicode (NFC): letra e acento juntos.'],
  [/^must not look like a UUID.*$/, 'Não pode parecer um UUID: seria confundido com um id.'],
  [/^must be the name or the id of an existing (.+)$/, 'Não existe um registro com este nome ou id.'],
  [/^must be the id of an integration with a (.+)$/, 'Escolha uma integração do tipo certo.'],
  [/^must be ANY, a classification or the name of a resource$/, 'Use ANY, uma classificação ou o nome de um recurso.'],
  [
    /^must be an IP address or a CIDR range: (.+)$/,
    'Informe um endereço IP ou um intervalo CIDR, como 203.0.113.0/24.',
  ],
  [
    /^must be a moment from 1970 to 9999 with its zone.*$/,
    'Informe data e hora com o fuso, de 1970 a 9999, como 2030-01-01T00:00:00Z.',
  ],
  [/^must be an IANA time zone.*$/, 'Informe um fuso horário IANA, como America/Sao_Paulo.'],
  [/^must end at another time than they begin$/, 'O fim precisa ser diferente do início.'],
  [/^is for CHAT_WEBHOOK alone$/, 'Só vale para webhooks de chat.'],
  [/^is (.+) for the stored integration of this name.*$/, 'Já é $1 na integração guardada e não muda.'],
  [/^the stored (.+) of this name has the id (.+); an id never changes$/, 'O id guardado é $2; um id nunca muda.'],
  [/^must be a JSON object, with .*$/, 'Informe um objeto JSON; use {{…}} só dentro dos textos.'],
  [/^must be a host name or \*\.domain.*$/, 'Informe um host ou *.domínio, sem esquema, porta ou caminho.'],
  [/^must have a domain after \*\., not an IP address$/, 'Depois de *. vem um domínio, não um endereço IP.'],
  [/^must be printable ASCII without spaces at the ends$/, 'Use só caracteres ASCII visíveis, sem espaços nas pontas.'],
  [/^must be the name of an HTTP header$/, 'Informe o nome de um cabeçalho HTTP.'],
  [/^must not be (.+), which is not free$/, 'O cabeçalho $1 é reservado.'],
  [/^must be one word, such as Bearer$/, 'Informe uma só palavra, como Bearer.'],
  [/^must not hold a colon: it ends the user name$/, 'Não use dois-pontos: eles terminam o nome de usuário.'],
  [/^the host of tokenUrl must be one of allowedHosts$/, 'O host do tokenUrl precisa estar entre os hosts permitidos.'],
  [/^must be of kind HTTP.*$/, 'Escolha uma integração HTTP: o gateway não envia outra credencial.'],
  [/^must not have a query \(\?\)$/, 'O endereço não pode ter consulta (?).'],
  [/^must be an http or https address$/, 'Informe um endereço http ou https.'],
  [/^must not carry a user name or password$/, 'O endereço não pode levar usuário nem senha.'],
  [/^must not have a fragment \(#\)$/, 'O endereço não pode ter fragmento (#).'],
  [/^must not have the port 0$/, 'A porta não pode ser 0.'],
  [/^must have an IP address or a host name.*$/, 'Informe um endereço IP ou um host de letras, dígitos e hifens.'],
  [/^must not hold a backslash$/, 'Não use barra invertida.'],
  [
    /^must begin with (.+) and go on with at least (.+) characters of base64$/,
    'Comece com $1, seguido de pelo menos $2 caracteres em base64.',
  ],
  [/^is one of the most common passwords.*$/, 'Esta é uma das senhas mais comuns; escolha uma que só você tenha.'],
  [/^is your address already$/, 'Este já é o seu endereço.'],
  [/^is of another order.*$/, 'A ordem da lista mudou; comece pela primeira página.'],
  [/^must not be your e-mail address$/, 'A senha não pode ser o seu endereço de e-mail.'],
  [/^is not the code that the app shows now$/, 'Não é o código que o aplicativo mostra agora.'],
  [/^was used, or took too long: begin again$/, 'O prazo passou ou o pedido já foi usado; comece de novo.'],
  [
    /^is not the answer of a passkey for this service; begin again$/,
    'A chave de acesso não serve aqui; comece de novo.',
  ],
  [/^must be scopes that the app asked for$/, 'Escolha entre as permissões que o aplicativo pediu.'],
  [/^must be the name of the organization, letter by letter$/, 'Digite o nome da organização, letra por letra.'],
  [/^would make more than (.+) bytes of policies.*$/, 'As políticas da organização passariam de $1 bytes.'],
  [/^Groups of conditions may nest up to (.+) levels\.$/, 'Grupos de condições podem ter até $1 níveis.'],
  [/^The name is already that of (.+)\.$/, 'Este nome já está em uso.'],
];

export const words: typeof english = {
  about(message) {
    for (const [pattern, portuguese] of SENTENCES) {
      if (pattern.test(message)) return message.replace(pattern, portuguese);
    }
    // A message that no form causes stays as the service said it.
    return message;
  },
};
