/** A line that asks for a number and the next that gives it, as people and assistants write to each other. */
import { setOf, wordsIn } from './short-texts.ts';
import { textAt, type View } from './view.ts';

const REQUEST_LENGTH_MAX = 120;
const LINES_MAX = 2;

const ASKING = setOf(
  'digite digita digitar informe informa informar insira inserir qual quais passe passa passar mande manda ' +
    'mandar envie envia enviar diga diz dizer dite dita ditar confirme confirma confirmar fale fala falar tecle ' +
    'teclar soletre repita repete leia preciso cade poderia enter type provide give tell send what whats need ' +
    'state read spell say confirm share submit',
);

const KEY_ENDS: readonly string[] = [':', '=', '"'];

/**
 * "Bot: digite o número do cartão" and then "Usuário: 5234…": the number is what the line before asks for, whatever the
 * line that gives it begins with.
 * @param labelEnd behind the word for the number
 */
export function isRequested(view: View, labelEnd: number, position: number): boolean {
  const { newlines } = view.tokens;
  const first = newlines.countBelow(labelEnd);
  const last = newlines.countBelow(position) - 1;
  if (last < first || last - first >= LINES_MAX) return false;
  if (last > first && textAt(view, newlines.at(first), newlines.at(last)).trim() !== '') return false;
  const end = newlines.at(first);
  const start = Math.max(first > 0 ? newlines.at(first - 1) : 0, end - REQUEST_LENGTH_MAX);
  const asked = textAt(view, start, end).trimEnd().toLowerCase();
  // `type: zip` is a field and asks for nothing.
  const isKey = (word: string): boolean => KEY_ENDS.some((mark) => asked.includes(word + mark));
  return asked.endsWith('?') || wordsIn(asked).some((word) => ASKING.has(word) && !isKey(word));
}
