// SPDX-License-Identifier: Apache-2.0
/** One line asks for a number and the next gives it, as in messages between people and assistants. */
import { type Document, textAt } from '../document/document.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';

const REQUEST_LENGTH_MAX = 120;
const LINES_MAX = 2;
const BETWEEN_LENGTH_MAX = 64;

const ASKING = setOf(
  'digite digita digitar informe informa informar insira inserir qual quais passe passa passar mande manda ' +
    'mandar envie envia enviar diga diz dizer dite dita ditar confirme confirma confirmar fale fala falar tecle ' +
    'teclar soletre repita repete leia preciso cade poderia enter type provide give tell send what whats need ' +
    'state read spell say confirm share submit',
);

const KEY_ENDS: readonly string[] = [':', '=', '"'];

/**
 * "Bot: digite o número do cartão" and then "Usuário: 5234…": the line before says what the number is, however the
 * answer begins. When the line asks for two, the line between may give the first.
 * @param labelEnd position behind the word for the number
 */
export function isRequested(document: Document, labelEnd: number, position: number): boolean {
  const { newlines } = document.tokens;
  const first = newlines.countBelow(labelEnd);
  const last = newlines.countBelow(position) - 1;
  if (last < first || last - first >= LINES_MAX) return false;
  const end = newlines.at(first);
  if (last > first && newlines.at(last) - end > BETWEEN_LENGTH_MAX) return false;
  const start = Math.max(first > 0 ? newlines.at(first - 1) : 0, end - REQUEST_LENGTH_MAX);
  const between = last > first ? textAt(document, end, newlines.at(last)).trim() : '';
  if (between !== '' && !(isNumber(between) && isSecondOfTwo(textAt(document, start, labelEnd)))) return false;
  const asked = textAt(document, start, end).trimEnd().toLowerCase();
  // `type: zip` is a field and asks for nothing.
  const isKey = (word: string): boolean => KEY_ENDS.some((mark) => asked.includes(word + mark));
  return asked.endsWith('?') || wordsIn(asked).some((word) => ASKING.has(word) && !isKey(word));
}

const AND = setOf('e and');
const ARTICLES = setOf('o a do da de seu sua teu tua the your');
const OTHERS = setOf('cpf cnpj rg cnh cep celular telefone whatsapp fone numero documento phone zip');

/** "Preciso de CPF e CEP" and then each in a line of its own. @param asked the text up to the end of the label */
function isSecondOfTwo(asked: string): boolean {
  const words = wordsIn(asked.toLowerCase()).slice(0, -1);
  if (ARTICLES.has(words.at(-1) ?? '')) words.pop();
  return AND.has(words.at(-1) ?? '') && OTHERS.has(words.at(-2) ?? '');
}

function isNumber(line: string): boolean {
  const groups = wordsIn(line.toLowerCase());
  return groups.length > 0 && groups.every((group) => group === 'x' || Number.isInteger(Number(group)));
}
