// SPDX-License-Identifier: Apache-2.0
/**
 * A question for a Pix key and its answer on the next line: "qual o pix da rifa?". The value then stands alone, behind
 * the name of the person who answers, or behind words that only hand it over.
 */
import { labelBefore, newlinesBetween } from '../context/context.ts';
import { type Document, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { LABEL } from '../lexicon/label.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';

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
/** Without a question mark only these words ask. */
const DEMANDING: ReadonlySet<string> = new Set(
  'qual passa passe manda mande envia envie informa informe preciso cade send'.split(' '),
);
const HANDING: ReadonlySet<string> = new Set(
  (
    'e eh o a meu minha cpf cnpj email celular telefone cel chave aqui claro sim tenho anota segue it is s my ' +
    'the toma ta ai pode ser esse essa este esta numero no na oi opa yes sure here'
  ).split(' '),
);
/** `De: …`, `Cc: …`: header lines of a quoted letter. */
const HEADERS: ReadonlySet<string> = new Set('de para from to cc cco bcc att assunto subject suporte'.split(' '));

/** @param from position behind the word Pix @param span position of the value */
export function isAnswer(document: Document, from: number, span: Span): boolean {
  const { newlines } = document.tokens;
  const first = newlines.countBelow(from);
  const last = newlines.countBelow(span.start) - 1;
  if (last < first || last - first >= LINES_MAX) return false;
  if (textAt(document, newlines.at(first), newlines.at(last)).trim() !== '') return false;
  const questionStart = Math.max(first > 0 ? newlines.at(first - 1) : 0, from - QUESTION_LENGTH_MAX);
  const questionEnd = newlines.at(first);
  const asked = textAt(document, questionStart, questionEnd).trimEnd().toLowerCase();
  const words = wordsIn(asked);
  const isQuestion = asked.endsWith('?') && words.some((word) => ASKING.has(word));
  if (!isQuestion && !words.some((word) => DEMANDING.has(word))) return false;
  if (isOfReceipt(document, questionStart + speakerEnd(asked), questionEnd)) return false;
  return isHandedOver(textAt(document, newlines.at(last) + 1, span.start)) && endsLine(document, span.end);
}

const CHAT_LENGTH_MAX = 260;
const CHAT_LINES_MAX = 5;
/** Words that may follow in "qual a chave?"; the key of an invoice, a car or a program is another thing. */
const OF_KEY_ASKED = setOf(
  'sua tua dela dele dai ai ae mesmo mesma certa por favor pf pfv pfvr entao hein agora mano amor amiga amigo ' +
    'dona seu ' +
    'please then again now is it s pra para mandar enviar pagar fazer eu to you your do da de o a voce vc e eh qual',
);

/** "Faz pix?", "faço, qual a chave", and then the key: Pix was named a line or two before. */
export function isAnswerInChat(document: Document, span: Span): boolean {
  const index = labelBefore(document, LABEL.PIX_PARTIAL, span.start);
  if (index < 0) return false;
  const { starts, ends } = spansOf(document, LABEL.PIX_PARTIAL);
  const from = ends.at(index);
  const pix = labelBefore(document, LABEL.PIX, starts.at(index));
  if (pix < 0 || span.start - from > CHAT_LENGTH_MAX) return false;
  const pixEnd = spansOf(document, LABEL.PIX).ends.at(pix);
  if (from - pixEnd > CHAT_LENGTH_MAX || newlinesBetween(document, pixEnd, from) > CHAT_LINES_MAX) return false;
  const { newlines } = document.tokens;
  const end = newlines.at(newlines.countBelow(from));
  if (end < 0 || end - from > QUESTION_LENGTH_MAX) return false;
  const asked = wordsIn(textAt(document, from, end).toLowerCase());
  return asked.every((word) => OF_KEY_ASKED.has(word)) && isAnswer(document, from, span);
}

/** "Mandou o comprovante do Pix?" asks for no key. */
function isOfReceipt(document: Document, start: number, end: number): boolean {
  const { starts } = spansOf(document, LABEL.RECEIPT);
  const next = starts.countBelow(start);
  return next < starts.length && starts.at(next) < end;
}

const SPEAKERS = setOf('cliente usuario user customer suporte support atendimento loja');

/** "Cliente: qual a chave?": the speaker's name is no word of the question. */
function speakerEnd(asked: string): number {
  const colon = asked.indexOf(': ');
  return colon > 0 && SPEAKERS.has(wordsIn(asked.slice(0, colon)).at(-1) ?? '') ? colon : 0;
}

function isHandedOver(prefix: string): boolean {
  const text = prefix.trim().toLowerCase();
  if (text.length > PREFIX_LENGTH_MAX) return false;
  const words = wordsIn(text);
  if (text.endsWith(':')) return !HEADERS.has(words[0] ?? '');
  // "[14:03] Bel: é o …".
  const speaker = text.lastIndexOf(': ');
  if (speaker > 0 && !HEADERS.has(words[0] ?? ''))
    return wordsIn(text.slice(speaker)).every((word) => HANDING.has(word));
  return words.every((word) => HANDING.has(word));
}

/** Only punctuation may follow on the line, or a name behind a dash or bracket. */
function endsLine(document: Document, end: number): boolean {
  const blank = document.bytes[end] === 0x20 ? end + 1 : end;
  return !isLetterAt(document, blank);
}
