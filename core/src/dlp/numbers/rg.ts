// SPDX-License-Identifier: Apache-2.0
/**
 * RG: always beside a word for an identity card. A São Paulo number needs its right check digit, and a number of
 * another state its issuer. The other states publish no check digit, so the issuer is the proof.
 */

import { isValidRgSaoPaulo, RG_X } from '../check-digits.ts';
import { gapBefore, isForeignField, isLabelled, labelBefore, newlinesBetween } from '../context/context.ts';
import { type Document, isCapitalAt, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { isBounded, LOOSE, type NumberDetector, type NumberRun } from './numbers.ts';
import { STATES } from './states.ts';

const RIVALS: readonly Label[] = [LABEL.OTHER, LABEL.PHONE, LABEL.CEP, LABEL.CPF, LABEL.CNPJ, LABEL.CNH];
const ISSUER_DISTANCE_MAX = 48;
const ISSUER_BEFORE_MAX = 10;
const SAO_PAULO_LENGTH = 9;

export const RG_DETECTOR: NumberDetector = {
  type: 'RG',
  shapes: ['2-3-3-1', '2-3-3-2', '2-3-3', '1-3-3', '1-3-3-1', '8-2', '9', '8', '7', '10', '6', '8-1', '7-1', '9-1'],
  looseLengths: [8, 9],
  needs: LABEL.RG,
  find: findRg,
};

function findRg(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length < 6 || run.length > 10) return;
  const prefix = statePrefix(document, run.start);
  const end = endWithX(document, run.end);
  if (prefix === '' && !isBounded(document, run, end > run.end)) return;
  const start = prefix === '' ? run.start : run.start - prefix.length;
  // This cheapest check runs first, because most numbers fail it.
  if (!isProven(document, run, end, prefix)) return;
  if (!isLabelled(document, start, end, LABEL.RG, RIVALS) || isForeignField(document, start, LABEL.RG)) return;
  if (!isOptionOfTool(document, start)) sink.add('RG', start, end);
}

/** `rg -n '…' src/` searches files: the word is in small letters, and an option follows. */
function isOptionOfTool(document: Document, start: number): boolean {
  const label = labelBefore(document, LABEL.RG, start);
  const [from, to] = [spansOf(document, LABEL.RG).starts.at(label), spansOf(document, LABEL.RG).ends.at(label)];
  if (
    label < 0 ||
    textAt(document, from, to) !== 'rg' ||
    document.bytes[to] !== 0x20 ||
    document.bytes[to + 1] !== 0x2d
  )
    return false;
  return document.bytes[to + 2] === 0x2d || (isLetterAt(document, to + 2) && !isLetterAt(document, to + 3));
}

function isProven(document: Document, run: NumberRun, end: number, prefix: string): boolean {
  const isSaoPaulo = hasSaoPauloDigit(run, end > run.end);
  if (isSaoPaulo) return true;
  if (prefix !== '') return true;
  const issuer = issuerOf(document, run.start, end);
  if (run.shape === LOOSE || issuer < 0) return false;
  // A number of São Paulo's length that was issued there has a check digit, and this one is wrong.
  const isPauline = stateAfter(document, spansOf(document, LABEL.ISSUER).ends.at(issuer)) === 'SP';
  return !(isPauline && run.length + (end > run.end ? 1 : 0) === SAO_PAULO_LENGTH);
}

/** Index of the issuer behind the number, or right before it as in `RG (SSP/BA) 2.553.302`; -1 without one. */
function issuerOf(document: Document, start: number, end: number): number {
  const { starts } = spansOf(document, LABEL.ISSUER);
  const next = starts.countBelow(end);
  // `orgao_emissor: SSP/PI` is often the next field of a record, on a line of its own.
  if (next < starts.length && starts.at(next) - end <= ISSUER_DISTANCE_MAX)
    if (newlinesBetween(document, end, starts.at(next)) <= 1) return next;
  return gapBefore(document, LABEL.ISSUER, start) <= ISSUER_BEFORE_MAX
    ? labelBefore(document, LABEL.ISSUER, start)
    : -1;
}

/** Matches the state behind an issuer, as in SSP/GO, SSP-SP, SSP (BA). */
function stateAfter(document: Document, end: number): string {
  let start = end;
  while (start - end < 3 && !isLetterAt(document, start) && start < document.bytes.length) start += 1;
  return textAt(document, start, start + 2).toUpperCase();
}

function hasSaoPauloDigit(run: NumberRun, hasX: boolean): boolean {
  const length = run.length + (hasX ? 1 : 0);
  // Older numbers have one digit less and are written without it.
  const isOld = length === SAO_PAULO_LENGTH - 1 && (hasX || run.shape === '1-3-3-1');
  if (length !== SAO_PAULO_LENGTH && !isOld) return false;
  VALUES[0] = 0;
  VALUES.set(run.digits.subarray(0, run.length), isOld ? 1 : 0);
  if (hasX) VALUES[SAO_PAULO_LENGTH - 1] = RG_X;
  return isValidRgSaoPaulo(VALUES, SAO_PAULO_LENGTH);
}

/** Digits of the number under inspection. */
const VALUES = new Uint8Array(SAO_PAULO_LENGTH);

/** End of the number with its check character X, or the number's own end. */
function endWithX(document: Document, end: number): number {
  const at = document.bytes[end] === 0x2d || document.bytes[end] === 0x2e ? end + 1 : end;
  const isX = ((document.bytes[at] ?? 0) | 0x20) === 0x78;
  return isX && !isLetterAt(document, at + 1) && !isDigitAt(document, at + 1) ? at + 1 : end;
}

/** `MG-12.345.678`: the state with its join to the number; empty when there is none. */
function statePrefix(document: Document, start: number): string {
  for (let join = 0; join <= 1; join += 1) {
    const first = start - join - 2;
    if (!isCapitalAt(document, first) || !isCapitalAt(document, first + 1) || isLetterAt(document, first - 1)) continue;
    const sign = document.bytes[start - 1];
    if (join === 1 && sign !== 0x2d && sign !== 0x20 && sign !== 0x2e) continue;
    const text = textAt(document, first, start);
    if (STATES.has(text.slice(0, 2))) return text;
  }
  return '';
}
