// SPDX-License-Identifier: Apache-2.0
/**
 * Words for other numbers that only qualify the label before them: `cep_fatura`, "the CEP on her order, it is", "o CEP
 * do local da instalação?" with its answer, a CPF that is dictated over the phone.
 */
import { FIELD_END_EXPRESSION } from '../text/expressions.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';

/** Nouns that an address, a person or a card belongs to. An id, a count or a version would be another number. */
const OWNERS = setOf(
  'pedido pedidos order orders fatura faturas invoice invoices contrato contratos contract conta account ' +
    'cadastro instalacao remessa reserva booking nfe nf boleto apolice sinistro ficha entrega agencia deposito ' +
    'produto product processo titulo guia transacao transaction transactions patrimonio ticket chamado registro ' +
    'medidor certidao matricula solicitacao empenho',
);
const KEY_JOINTS = setOf('_ - .');
/** Matches the rest of a key behind the other word, and the sign before its value. */
const KEY_TAIL_LENGTH_MAX = 24;

/**
 * `cep_fatura=`, `"cepPedido":`: two words of one key.
 * @param joint between the word for the number and the other word
 * @param after from the end of the other word to the number
 */
export function isOneKey(joint: string, other: string, after: string): boolean {
  if (joint !== '' && !KEY_JOINTS.has(joint)) return false;
  if (after.length > KEY_TAIL_LENGTH_MAX || !OWNERS.has(other.toLowerCase())) return false;
  let index = 0;
  while (isKeyCharacter(after.charAt(index))) index += 1;
  while (after.charAt(index) === '"' || after.charAt(index) === "'" || after.charAt(index) === ' ') index += 1;
  return (after.charAt(index) === '=' || after.charAt(index) === ':') && wordsIn(after.slice(index)).length === 0;
}

function isKeyCharacter(character: string): boolean {
  return character === '_' || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

const TIES = setOf('de da do das dos no na nos nas em pra pro para of on in for from at off');
const DETERMINERS = setOf(
  'o a os as um uma meu minha seu sua nosso nossa dele dela esse essa este esta the an her his my our your ' +
    'their this that',
);
const CONJUNCTIONS = setOf('e ou mas nem com sem nao and or but nor not without');
const COPULAS = setOf('e eh s is its seria era be was should');
/** Words that may stand beside the copula before the number: "o certo é", "it should be", "ah, é o". */
const LEADS = setOf(
  'o certo correto novo the it right correct one this that esse este esta isso ah oh bom olha entao na verdade ' +
    'actually sorry claro sim sure yes meu my number numero deixa eu ver let me see acho que anota ai aqui vai ' +
    'segue here pois would think i oi ok hum hmm',
);

/**
 * "The CEP on her order, it is …", "o CEP do local da instalação, senhor?" and then "Ah, é …". A preposition ties the
 * other word to the label. A copula, or the answer to the question, hands over the number.
 * @param before between the word for the number and the other word
 * @param after between the other word and the number
 */
export function hangsOnLabel(before: string, after: string): boolean {
  if (FIELD_END_EXPRESSION.test(before) || before.includes(',') || before.includes('?')) return false;
  const chain = wordsIn(before.toLowerCase());
  while (DETERMINERS.has(chain.at(-1) ?? '')) chain.pop();
  if (!TIES.has(chain.at(-1) ?? '') || chain.some((word) => CONJUNCTIONS.has(word))) return false;
  const answer = after.lastIndexOf('\n');
  if (answer >= 0) return handsOver(after.slice(1 + Math.max(answer, after.lastIndexOf(':'))));
  const said = after.replaceAll('; ', ', ').replaceAll(': ', ', ');
  const clause = said.slice(1 + Math.max(said.lastIndexOf(','), said.lastIndexOf('. '), said.lastIndexOf('?')));
  return (
    !FIELD_END_EXPRESSION.test(said) &&
    handsOver(clause) &&
    wordsIn(clause.toLowerCase()).some((word) => COPULAS.has(word))
  );
}

function handsOver(text: string): boolean {
  return wordsIn(text.toLowerCase()).every((word) => LEADS.has(word) || COPULAS.has(word));
}

const TOLD = setOf(
  'ditado ditada ditou ditei dita ditando ditar soletrou soletrado soletrando informado informada informou ' +
    'passado passada passou falado falou confirmado confirmou lido dictated spelled read given gave told taken ' +
    'took said stated confirmed provided',
);
const CHANNELS = setOf('por pelo no ao via na over by the a');

/** "CPF ditado pelo telefone: …": the phone was the channel, and the number is not a phone number. */
export function isToldBy(before: string): boolean {
  if (FIELD_END_EXPRESSION.test(before)) return false;
  const words = wordsIn(before.toLowerCase());
  return CHANNELS.has(words.at(-1) ?? '') && words.some((word) => TOLD.has(word));
}
