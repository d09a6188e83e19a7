// SPDX-License-Identifier: Apache-2.0
/**
 * Decides whether a text calls a value a Pix key. The label "chave Pix" is enough. The bare word Pix counts only when
 * no other sentence, field or subject, such as a receipt, begins between it and the value.
 */
import { FAR, gapAfter, gapBefore, labelBefore, newlinesBetween } from '../context/context.ts';
import { type Document, hasLabel, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { columnLabels } from '../document/tables.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { isAnswer, isAnswerInChat, type Span } from './pix-answer.ts';
import { isAmongPayments, isPaidByType, isPaidInto } from './pix-type.ts';

const ADJACENT_GAP_MAX = 4;
const KEY_LABEL_GAP_MAX = 100;
const PIX_WORD_GAP_MAX = 60;
const RECEIPT_BEFORE_PIX_MAX = 30;
/** "txid do Pix", "cobrança Pix". */
const HANDLE_BEFORE_PIX_MAX = 5;
const AFTER_KEY_GAP_MAX = 30;
const AFTER_PIX_GAP_MAX = 14;

export function isSaidToBeKey(document: Document, span: Span): boolean {
  return isSaid(document, span, LABEL.RECEIPT);
}

/** A UUID is a random key unless a handle (txid, request id) stands nearer than the word Pix. */
export function isSaidToBeRandomKey(document: Document, span: Span): boolean {
  return isSaid(document, span, LABEL.HANDLE);
}

function isSaid(document: Document, span: Span, blocker: Label): boolean {
  if (!hasLabel(document, LABEL.PIX)) return false;
  const column = columnLabels(document.cells, span.start);
  // A column called just "chave" proves nothing by itself; the words before its table decide.
  if (column > 0 && (column & (1 << LABEL.BARE_KEY)) === 0)
    return (column & ((1 << LABEL.PIX_KEY) | (1 << LABEL.PIX))) !== 0;
  return (
    isAfterKeyLabel(document, span, blocker) ||
    isAfterPix(document, span, blocker) ||
    isBeforeLabel(document, span, blocker) ||
    isKeyField(document, span, blocker) ||
    isAnswerInChat(document, span)
  );
}

/** " é o " */
const COPULA_LENGTH_MAX = 5;
const KEY_FIELD_GAP_MAX = 4;
const KEY_SENTENCE_GAP_MAX = 40;

/** `{ "chave": "…", "metodo": "pix" }`, "minha chave é o CPF …, Pix do banco X": the word Pix follows the key. */
function isKeyField(document: Document, span: Span, blocker: Label): boolean {
  const from = lastEndBefore(document, LABEL.PIX_PARTIAL, span.start);
  const gap = span.start - from;
  if (isNamedKeyAfter(document, span)) return true;
  if (gapAfter(document, LABEL.PIX, span.end) > PIX_WORD_GAP_MAX) return false;
  if (gap <= KEY_FIELD_GAP_MAX) return true;
  if (gap > KEY_SENTENCE_GAP_MAX || newlinesBetween(document, from, span.start) > 0) return false;
  return !isBlocked(document, from, span.start, blocker) && !endsSentence(document, from, span.start);
}

/** "me faz um Pix? +55… é a chave". */
function isNamedKeyAfter(document: Document, span: Span): boolean {
  const gap = gapAfter(document, LABEL.PIX_PARTIAL, span.end);
  if (gap > AFTER_PIX_GAP_MAX || !isCopula(document, span.end, span.end + gap)) return false;
  return gapBefore(document, LABEL.PIX, span.start) <= PIX_WORD_GAP_MAX;
}

function isAfterKeyLabel(document: Document, span: Span, blocker: Label): boolean {
  if (gapBefore(document, LABEL.PIX_KEY, span.start) > KEY_LABEL_GAP_MAX) return false;
  const from = spansOf(document, LABEL.PIX_KEY).ends.at(labelBefore(document, LABEL.PIX_KEY, span.start));
  if (span.start - from <= ADJACENT_GAP_MAX || isAnswer(document, from, span)) return true;
  return !isBlocked(document, from, span.start, blocker) && !endsSentence(document, from, span.start);
}

function isAfterPix(document: Document, span: Span, blocker: Label): boolean {
  const index = labelBefore(document, LABEL.PIX, span.start);
  if (index < 0) return false;
  const from = spansOf(document, LABEL.PIX).ends.at(index);
  if (span.start - from > PIX_WORD_GAP_MAX) return false;
  const pixStart = spansOf(document, LABEL.PIX).starts.at(index);
  // "Aceitamos Pix! Chave: …": the value itself is called a key.
  if (span.start - lastEndBefore(document, LABEL.PIX_PARTIAL, span.start) <= ADJACENT_GAP_MAX) return true;
  if (isKeyOfNextSentence(document, from, span.start)) return true;
  if (isBlocked(document, from, span.start, blocker)) return false;
  if (isAnswer(document, from, span)) return true;
  // "Me manda 20 no Pix? …": the value itself answers the question.
  if (
    endsSentence(document, from, span.start) &&
    !(document.bytes[from] === 0x3f && span.start - from <= ADJACENT_GAP_MAX)
  ) {
    return false;
  }
  // "Pix cancelado: 6dc4… (id da transação)".
  if (blocker === LABEL.HANDLE && isCalledHandleAfter(document, span)) return false;
  if (blocker === LABEL.RECEIPT && isReceiptBefore(document, pixStart)) return false;
  if (blocker === LABEL.RECEIPT && isPaidByType(document, pixStart, from, span)) return true;
  if (blocker === LABEL.HANDLE && pixStart - lastEndBefore(document, LABEL.HANDLE, pixStart) <= HANDLE_BEFORE_PIX_MAX)
    return false;
  // "pedido Pix 449…": the number belongs to the order.
  const isOfOther = pixStart - lastEndBefore(document, LABEL.OTHER, pixStart) <= HANDLE_BEFORE_PIX_MAX;
  if (isOfOther && !isPaidInto(document, pixStart)) return false;
  if (newlinesBetween(document, from, span.start) > 0 && !introducesNextLine(document, from)) return false;
  // "chave" right before the value outweighs a comma: { "metodo": "pix", "chave": "…" }.
  const partial = lastEndBefore(document, LABEL.PIX_PARTIAL, span.start);
  if (partial > from) return true;
  return (
    blocker === LABEL.HANDLE || !startsField(document, from, span.start) || isTypeOfKey(document, from, span.start)
  );
}

/** "Manda no Pix? A chave é meu e-mail: …", "pago por Pix, chave = meu CPF, …". */
function isKeyOfNextSentence(document: Document, from: number, to: number): boolean {
  const partial = lastEndBefore(document, LABEL.PIX_PARTIAL, to);
  if (partial <= from || to - partial > KEY_SENTENCE_GAP_MAX) return false;
  return (
    (isCopula(document, partial, to) || introducesValue(document, partial)) && !endsSentence(document, partial, to)
  );
}

/** "comprovante do Pix", unless it belongs to another sentence or to a mailbox's name: `contato@…, Pix: …`. */
function isReceiptBefore(document: Document, pixStart: number): boolean {
  const end = lastEndBefore(document, LABEL.RECEIPT, pixStart);
  if (pixStart - end > RECEIPT_BEFORE_PIX_MAX) return false;
  return document.bytes[end] !== 0x40 && !endsSentence(document, end, pixStart);
}

/** "… (id da transação)"; behind a comma another field begins: "Pix to …, reference 12". */
function isCalledHandleAfter(document: Document, span: Span): boolean {
  const gap = gapAfter(document, LABEL.HANDLE, span.end);
  return gap <= ADJACENT_GAP_MAX && !startsField(document, span.end, span.end + gap);
}

/** "o Pix é meu celular, …" and "me passa no Pix depois, é …": the copula marks the value that is the key. */
function isTypeOfKey(document: Document, from: number, to: number): boolean {
  const last = lastFieldStart(document, from, to);
  if (last > from && to - last <= COPULA_LENGTH_MAX && isCopula(document, last, to)) return true;
  if (!isCopula(document, from, to) || isAmongPayments(textAt(document, from, to))) return false;
  return [LABEL.PHONE, LABEL.CPF, LABEL.CNPJ].some((label) => isBlocked(document, from, to, label));
}

function isBeforeLabel(document: Document, span: Span, blocker: Label): boolean {
  const keyGap = gapAfter(document, LABEL.PIX_KEY, span.end);
  const pixGap = gapAfter(document, LABEL.PIX, span.end);
  const isKey = keyGap <= AFTER_KEY_GAP_MAX;
  if (!isKey && pixGap > AFTER_PIX_GAP_MAX) return false;
  const label = isKey ? LABEL.PIX_KEY : LABEL.PIX;
  const { starts, ends } = spansOf(document, label);
  const index = starts.countBelow(span.end);
  const from = starts.at(index);
  const to = ends.at(index);
  if (startsField(document, span.end, from) || endsSentence(document, span.end, from)) return false;
  const isInParentheses = document.bytes[from - 1] === 0x28 || document.bytes[to] === 0x29;
  if (!isKey && !isInParentheses && !isCopula(document, span.end, from)) return false;
  if (introducesValue(document, to)) return false;
  return gapAfter(document, blocker, to) > RECEIPT_BEFORE_PIX_MAX || isInParentheses;
}

/** "… é o meu Pix", "… is my Pix". */
function isCopula(document: Document, from: number, to: number): boolean {
  let index = from;
  while (index < to && document.bytes[index] === 0x20) index += 1;
  const first = (document.bytes[index] ?? 0) | 0x20;
  const second = (document.bytes[index + 1] ?? 0) | 0x20;
  return (first === 0x65 && !isLetterAt(document, index + 1)) || (first === 0x69 && second === 0x73) || first === 0x2d;
}

function introducesValue(document: Document, from: number): boolean {
  for (let index = from; index < from + 3; index += 1) {
    if (document.bytes[index] === 0x3a || document.bytes[index] === 0x3d) return true;
  }
  return false;
}

function isBlocked(document: Document, from: number, to: number, blocker: Label): boolean {
  const { starts } = spansOf(document, blocker);
  const next = starts.at(starts.countBelow(from));
  return next >= from && next < to;
}

function lastEndBefore(document: Document, label: Label, position: number): number {
  const index = labelBefore(document, label, position);
  return index < 0 ? -FAR : spansOf(document, label).ends.at(index);
}

/** Matches a full stop before a blank, a blank line, or the end of a record. */
function endsSentence(document: Document, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const byte = document.bytes[index];
    const next = document.bytes[index + 1];
    if ((byte === 0x2e || byte === 0x21 || byte === 0x3f) && (next === 0x20 || next === 0x0a)) return true;
    if (byte === 0x0a && next === 0x0a) return true;
    if (byte === 0x7d || byte === 0x3b) return true;
  }
  return false;
}

function startsField(document: Document, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (document.bytes[index] === 0x2c || document.bytes[index] === 0x7c) return true;
  }
  return false;
}

function lastFieldStart(document: Document, from: number, to: number): number {
  let index = to;
  while (index > from && document.bytes[index - 1] !== 0x2c) index -= 1;
  return index;
}

/** "Pix:" at the end of a line introduces the next one. */
function introducesNextLine(document: Document, from: number): boolean {
  for (let index = from; index < from + 40; index += 1) {
    if (document.bytes[index] === 0x0a) return document.bytes[index - 1] === 0x3a || index - from <= 2;
  }
  return false;
}
