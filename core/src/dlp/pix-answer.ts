/**
 * A question for a Pix key and its answer on the next line: "qual o pix da rifa?" and then an e-mail that stands there
 * alone, behind the name of who answers, or behind words that only hand it over.
 */
import { KIND } from './kinds.ts';
import { wordsIn } from './short-texts.ts';
import { isLetterAt, listOf, textAt, type View } from './view.ts';

export interface Span {
  start: number;
  end: number;
}

const QUESTION_LENGTH_MAX = 120;
const PREFIX_LENGTH_MAX = 48;
const LINES_MAX = 2;

const ASKING: ReadonlySet<string> = new Set(
  (
    'qual quais passa passe passar manda mande mandar envia envie enviar informa informe preciso cade quem send give ' +
    'what whats seu sua your tem alguem pix chave'
  ).split(' '),
);
/** Without a question mark only these ask. */
const DEMANDING: ReadonlySet<string> = new Set(
  'qual passa passe manda mande envia envie informa informe preciso cade send'.split(' '),
);
const HANDING: ReadonlySet<string> = new Set(
  (
    'e eh o a meu minha cpf cnpj email celular telefone cel chave aqui claro sim tenho anota segue it is s my ' +
    'the toma ta ai pode ser esse essa este esta numero no na oi opa yes sure here'
  ).split(' '),
);
/** `De: …`, `Cc: …`: lines of a letter that is quoted. */
const HEADERS: ReadonlySet<string> = new Set('de para from to cc cco bcc att assunto subject suporte'.split(' '));

/** @param from behind the word Pix @param span the value */
export function isAnswer(view: View, from: number, span: Span): boolean {
  const { newlines } = view.tokens;
  const first = newlines.countBelow(from);
  const last = newlines.countBelow(span.start) - 1;
  if (last < first || last - first >= LINES_MAX) return false;
  if (textAt(view, newlines.at(first), newlines.at(last)).trim() !== '') return false;
  const questionStart = Math.max(first > 0 ? newlines.at(first - 1) : 0, from - QUESTION_LENGTH_MAX);
  const questionEnd = newlines.at(first);
  const asked = textAt(view, questionStart, questionEnd).trimEnd().toLowerCase();
  const words = wordsIn(asked);
  const isQuestion = asked.endsWith('?') && words.some((word) => ASKING.has(word));
  if (!isQuestion && !words.some((word) => DEMANDING.has(word))) return false;
  if (isOfReceipt(view, questionStart, questionEnd)) return false;
  return isHandedOver(textAt(view, newlines.at(last) + 1, span.start)) && endsLine(view, span.end);
}

/** "Mandou o comprovante do Pix?" asks for no key. */
function isOfReceipt(view: View, start: number, end: number): boolean {
  const { starts } = listOf(view, KIND.RECEIPT);
  const next = starts.countBelow(start);
  return next < starts.length && starts.at(next) < end;
}

function isHandedOver(prefix: string): boolean {
  const text = prefix.trim().toLowerCase();
  if (text.length > PREFIX_LENGTH_MAX) return false;
  const words = wordsIn(text);
  if (text.endsWith(':')) return !HEADERS.has(words[0] ?? '');
  return words.every((word) => HANDING.has(word));
}

/** Nothing but marks may follow on the line, or a name behind a dash or bracket. */
function endsLine(view: View, end: number): boolean {
  const blank = view.bytes[end] === 0x20 ? end + 1 : end;
  return !isLetterAt(view, blank);
}
