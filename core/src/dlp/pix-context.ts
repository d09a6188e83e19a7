/**
 * Is a value said to be a Pix key? Beside "chave Pix" it is; beside the bare word Pix only when nothing between them
 * begins another sentence, field or subject, such as the receipt of a payment.
 */
import { KIND, type Kind } from './kinds.ts';
import { FAR, gapAfter, gapBefore, labelBefore, newlinesBetween } from './labels.ts';
import { isAnswer, isAnswerInChat, type Span } from './pix-answer.ts';
import { isAmongPayments, isPaidBySort, isPaidInto } from './pix-sort.ts';
import { columnKinds } from './tables.ts';
import { hasLabel, isLetterAt, listOf, textAt, type View } from './view.ts';

const ADJACENT_GAP_MAX = 4;
const KEY_LABEL_GAP_MAX = 100;
const PIX_WORD_GAP_MAX = 60;
const RECEIPT_BEFORE_PIX_MAX = 30;
/** "txid do Pix", "cobrança Pix". */
const HANDLE_BEFORE_PIX_MAX = 5;
const AFTER_KEY_GAP_MAX = 30;
const AFTER_PIX_GAP_MAX = 14;

export function isSaidToBeKey(view: View, span: Span): boolean {
  return isSaid(view, span, KIND.RECEIPT);
}

/** A UUID is a random key unless a handle (txid, request id) stands nearer than the word Pix. */
export function isSaidToBeRandomKey(view: View, span: Span): boolean {
  return isSaid(view, span, KIND.HANDLE);
}

function isSaid(view: View, span: Span, blocker: Kind): boolean {
  if (!hasLabel(view, KIND.PIX)) return false;
  const column = columnKinds(view.cells, span.start);
  // A column that is just called "chave" says nothing by itself: the words before its table do.
  if (column > 0 && (column & (1 << KIND.BARE_KEY)) === 0)
    return (column & ((1 << KIND.PIX_KEY) | (1 << KIND.PIX))) !== 0;
  return (
    isAfterKeyLabel(view, span, blocker) ||
    isAfterPix(view, span, blocker) ||
    isBeforeLabel(view, span, blocker) ||
    isKeyField(view, span, blocker) ||
    isAnswerInChat(view, span)
  );
}

/** " é o " */
const COPULA_LENGTH_MAX = 5;
const KEY_FIELD_GAP_MAX = 4;
const KEY_SENTENCE_GAP_MAX = 40;

/** `{ "chave": "…", "metodo": "pix" }`, "minha chave é o CPF …, Pix do banco X": a key, and Pix comes later. */
function isKeyField(view: View, span: Span, blocker: Kind): boolean {
  const from = lastEndBefore(view, KIND.PIX_PARTIAL, span.start);
  const gap = span.start - from;
  if (isNamedKeyAfter(view, span)) return true;
  if (gapAfter(view, KIND.PIX, span.end) > PIX_WORD_GAP_MAX) return false;
  if (gap <= KEY_FIELD_GAP_MAX) return true;
  if (gap > KEY_SENTENCE_GAP_MAX || newlinesBetween(view, from, span.start) > 0) return false;
  return !isBlocked(view, from, span.start, blocker) && !endsSentence(view, from, span.start);
}

/** "me faz um Pix? +55… é a chave". */
function isNamedKeyAfter(view: View, span: Span): boolean {
  const gap = gapAfter(view, KIND.PIX_PARTIAL, span.end);
  if (gap > AFTER_PIX_GAP_MAX || !isCopula(view, span.end, span.end + gap)) return false;
  return gapBefore(view, KIND.PIX, span.start) <= PIX_WORD_GAP_MAX;
}

function isAfterKeyLabel(view: View, span: Span, blocker: Kind): boolean {
  if (gapBefore(view, KIND.PIX_KEY, span.start) > KEY_LABEL_GAP_MAX) return false;
  const from = listOf(view, KIND.PIX_KEY).ends.at(labelBefore(view, KIND.PIX_KEY, span.start));
  if (span.start - from <= ADJACENT_GAP_MAX || isAnswer(view, from, span)) return true;
  return !isBlocked(view, from, span.start, blocker) && !endsSentence(view, from, span.start);
}

function isAfterPix(view: View, span: Span, blocker: Kind): boolean {
  const index = labelBefore(view, KIND.PIX, span.start);
  if (index < 0) return false;
  const from = listOf(view, KIND.PIX).ends.at(index);
  if (span.start - from > PIX_WORD_GAP_MAX) return false;
  const pixStart = listOf(view, KIND.PIX).starts.at(index);
  // "Aceitamos Pix! Chave: …": the value itself is called a key.
  if (span.start - lastEndBefore(view, KIND.PIX_PARTIAL, span.start) <= ADJACENT_GAP_MAX) return true;
  if (isKeyOfNextSentence(view, from, span.start)) return true;
  if (isBlocked(view, from, span.start, blocker)) return false;
  if (isAnswer(view, from, span)) return true;
  // "Me manda 20 no Pix? …": a question that the value itself answers.
  if (endsSentence(view, from, span.start) && !(view.bytes[from] === 0x3f && span.start - from <= ADJACENT_GAP_MAX)) {
    return false;
  }
  // "Pix cancelado: 6dc4… (id da transação)".
  if (blocker === KIND.HANDLE && isCalledHandleAfter(view, span)) return false;
  if (blocker === KIND.RECEIPT && isReceiptBefore(view, pixStart)) return false;
  if (blocker === KIND.RECEIPT && isPaidBySort(view, pixStart, from, span)) return true;
  if (blocker === KIND.HANDLE && pixStart - lastEndBefore(view, KIND.HANDLE, pixStart) <= HANDLE_BEFORE_PIX_MAX)
    return false;
  // "pedido Pix 449…": the number is the order's.
  const isOfOther = pixStart - lastEndBefore(view, KIND.OTHER, pixStart) <= HANDLE_BEFORE_PIX_MAX;
  if (isOfOther && !isPaidInto(view, pixStart)) return false;
  if (newlinesBetween(view, from, span.start) > 0 && !introducesNextLine(view, from)) return false;
  // "chave" right before the value makes up for a comma: { "metodo": "pix", "chave": "…" }.
  const partial = lastEndBefore(view, KIND.PIX_PARTIAL, span.start);
  if (partial > from) return true;
  return blocker === KIND.HANDLE || !startsField(view, from, span.start) || isKindOfKey(view, from, span.start);
}

/** "Manda no Pix? A chave é meu e-mail: …", "pago por Pix, chave = meu CPF, …". */
function isKeyOfNextSentence(view: View, from: number, to: number): boolean {
  const partial = lastEndBefore(view, KIND.PIX_PARTIAL, to);
  if (partial <= from || to - partial > KEY_SENTENCE_GAP_MAX) return false;
  return (isCopula(view, partial, to) || introducesValue(view, partial)) && !endsSentence(view, partial, to);
}

/** "comprovante do Pix", but not one of another sentence, nor the name of a mailbox: `contato@…, Pix: …`. */
function isReceiptBefore(view: View, pixStart: number): boolean {
  const end = lastEndBefore(view, KIND.RECEIPT, pixStart);
  if (pixStart - end > RECEIPT_BEFORE_PIX_MAX) return false;
  return view.bytes[end] !== 0x40 && !endsSentence(view, end, pixStart);
}

/** "… (id da transação)"; behind a comma another field begins: "Pix to …, reference 12". */
function isCalledHandleAfter(view: View, span: Span): boolean {
  const gap = gapAfter(view, KIND.HANDLE, span.end);
  return gap <= ADJACENT_GAP_MAX && !startsField(view, span.end, span.end + gap);
}

/** "o Pix é meu celular, …" and "me passa no Pix depois, é …": the copula says which value is the key. */
function isKindOfKey(view: View, from: number, to: number): boolean {
  const last = lastFieldStart(view, from, to);
  if (last > from && to - last <= COPULA_LENGTH_MAX && isCopula(view, last, to)) return true;
  if (!isCopula(view, from, to) || isAmongPayments(textAt(view, from, to))) return false;
  return [KIND.PHONE, KIND.CPF, KIND.CNPJ].some((kind) => isBlocked(view, from, to, kind));
}

function isBeforeLabel(view: View, span: Span, blocker: Kind): boolean {
  const keyGap = gapAfter(view, KIND.PIX_KEY, span.end);
  const pixGap = gapAfter(view, KIND.PIX, span.end);
  const isKey = keyGap <= AFTER_KEY_GAP_MAX;
  if (!isKey && pixGap > AFTER_PIX_GAP_MAX) return false;
  const kind = isKey ? KIND.PIX_KEY : KIND.PIX;
  const { starts, ends } = listOf(view, kind);
  const index = starts.countBelow(span.end);
  const from = starts.at(index);
  const to = ends.at(index);
  if (startsField(view, span.end, from) || endsSentence(view, span.end, from)) return false;
  const isInParentheses = view.bytes[from - 1] === 0x28 || view.bytes[to] === 0x29;
  if (!isKey && !isInParentheses && !isCopula(view, span.end, from)) return false;
  if (introducesValue(view, to)) return false;
  return gapAfter(view, blocker, to) > RECEIPT_BEFORE_PIX_MAX || isInParentheses;
}

/** "… é o meu Pix", "… is my Pix". */
function isCopula(view: View, from: number, to: number): boolean {
  let index = from;
  while (index < to && view.bytes[index] === 0x20) index += 1;
  const first = (view.bytes[index] ?? 0) | 0x20;
  const second = (view.bytes[index + 1] ?? 0) | 0x20;
  return (first === 0x65 && !isLetterAt(view, index + 1)) || (first === 0x69 && second === 0x73) || first === 0x2d;
}

function introducesValue(view: View, from: number): boolean {
  for (let index = from; index < from + 3; index += 1) {
    if (view.bytes[index] === 0x3a || view.bytes[index] === 0x3d) return true;
  }
  return false;
}

function isBlocked(view: View, from: number, to: number, blocker: Kind): boolean {
  const { starts } = listOf(view, blocker);
  const next = starts.at(starts.countBelow(from));
  return next >= from && next < to;
}

function lastEndBefore(view: View, kind: Kind, position: number): number {
  const index = labelBefore(view, kind, position);
  return index < 0 ? -FAR : listOf(view, kind).ends.at(index);
}

/** A full stop before a blank, a blank line, or the end of a record. */
function endsSentence(view: View, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const byte = view.bytes[index];
    const next = view.bytes[index + 1];
    if ((byte === 0x2e || byte === 0x21 || byte === 0x3f) && (next === 0x20 || next === 0x0a)) return true;
    if (byte === 0x0a && next === 0x0a) return true;
    if (byte === 0x7d || byte === 0x3b) return true;
  }
  return false;
}

function startsField(view: View, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (view.bytes[index] === 0x2c || view.bytes[index] === 0x7c) return true;
  }
  return false;
}

function lastFieldStart(view: View, from: number, to: number): number {
  let index = to;
  while (index > from && view.bytes[index - 1] !== 0x2c) index -= 1;
  return index;
}

/** "Pix:" at the end of a line introduces the next one. */
function introducesNextLine(view: View, from: number): boolean {
  for (let index = from; index < from + 40; index += 1) {
    if (view.bytes[index] === 0x0a) return view.bytes[index - 1] === 0x3a || index - from <= 2;
  }
  return false;
}
