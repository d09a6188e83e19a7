/**
 * RG: always beside a word for an identity card; a São Paulo number with its right check digit, or a number of another
 * state with its issuer. The other states publish no check digit, so the issuer is the proof.
 */
import { isValidRgSaoPaulo, RG_X } from './check-digits.ts';
import type { Sink } from './finding.ts';
import { KIND, type Kind } from './kinds.ts';
import { gapBefore, isForeignField, isLabelled, labelBefore, newlinesBetween } from './labels.ts';
import { isBounded, LOOSE, type NumberDetector, type NumberRun } from './numbers.ts';
import { STATES } from './states.ts';
import { isCapitalAt, isDigitAt, isLetterAt, listOf, textAt, type View } from './view.ts';

const RIVALS: readonly Kind[] = [KIND.OTHER, KIND.PHONE, KIND.CEP, KIND.CPF, KIND.CNPJ, KIND.CNH];
const ISSUER_DISTANCE_MAX = 48;
const ISSUER_BEFORE_MAX = 10;
const SAO_PAULO_LENGTH = 9;

export const RG_DETECTOR: NumberDetector = {
  type: 'RG',
  shapes: ['2-3-3-1', '2-3-3-2', '2-3-3', '1-3-3', '1-3-3-1', '8-2', '9', '8', '7', '10', '6', '8-1', '7-1', '9-1'],
  looseLengths: [8, 9],
  needs: KIND.RG,
  find: findRg,
};

function findRg(view: View, run: NumberRun, sink: Sink): void {
  if (run.length < 6 || run.length > 10) return;
  const prefix = statePrefix(view, run.start);
  const end = endWithX(view, run.end);
  if (prefix === '' && !isBounded(view, run, end > run.end)) return;
  const start = prefix === '' ? run.start : run.start - prefix.length;
  // Asked first, for it takes the least: most numbers fail it.
  if (!isProven(view, run, end, prefix)) return;
  if (!isLabelled(view, start, end, KIND.RG, RIVALS) || isForeignField(view, start, KIND.RG)) return;
  if (!isOptionOfTool(view, start)) sink.add('RG', start, end);
}

/** `rg -n '…' src/` searches files: the word in small letters, and an option behind it. */
function isOptionOfTool(view: View, start: number): boolean {
  const label = labelBefore(view, KIND.RG, start);
  const [from, to] = [listOf(view, KIND.RG).starts.at(label), listOf(view, KIND.RG).ends.at(label)];
  if (label < 0 || textAt(view, from, to) !== 'rg' || view.bytes[to] !== 0x20 || view.bytes[to + 1] !== 0x2d)
    return false;
  return view.bytes[to + 2] === 0x2d || (isLetterAt(view, to + 2) && !isLetterAt(view, to + 3));
}

function isProven(view: View, run: NumberRun, end: number, prefix: string): boolean {
  const isSaoPaulo = hasSaoPauloDigit(run, end > run.end);
  if (isSaoPaulo) return true;
  if (prefix !== '') return true;
  const issuer = issuerOf(view, run.start, end);
  if (run.shape === LOOSE || issuer < 0) return false;
  // A number of São Paulo's length, issued there, has a check digit, and this one is wrong.
  const isPauline = stateAfter(view, listOf(view, KIND.ISSUER).ends.at(issuer)) === 'SP';
  return !(isPauline && run.length + (end > run.end ? 1 : 0) === SAO_PAULO_LENGTH);
}

/** Index of the issuer behind the number, or right before it as in `RG (SSP/BA) 2.553.302`; -1 when there is none. */
function issuerOf(view: View, start: number, end: number): number {
  const { starts } = listOf(view, KIND.ISSUER);
  const next = starts.countBelow(end);
  // `orgao_emissor: SSP/PI` is often the next field of a record, on a line of its own.
  if (next < starts.length && starts.at(next) - end <= ISSUER_DISTANCE_MAX)
    if (newlinesBetween(view, end, starts.at(next)) <= 1) return next;
  return gapBefore(view, KIND.ISSUER, start) <= ISSUER_BEFORE_MAX ? labelBefore(view, KIND.ISSUER, start) : -1;
}

/** The state that follows an issuer, as in SSP/GO, SSP-SP, SSP (BA). */
function stateAfter(view: View, end: number): string {
  let start = end;
  while (start - end < 3 && !isLetterAt(view, start) && start < view.bytes.length) start += 1;
  return textAt(view, start, start + 2).toUpperCase();
}

function hasSaoPauloDigit(run: NumberRun, hasX: boolean): boolean {
  const length = run.length + (hasX ? 1 : 0);
  // Older numbers have one digit less and are written with it missing.
  const isOld = length === SAO_PAULO_LENGTH - 1 && (hasX || run.shape === '1-3-3-1');
  if (length !== SAO_PAULO_LENGTH && !isOld) return false;
  VALUES[0] = 0;
  VALUES.set(run.digits.subarray(0, run.length), isOld ? 1 : 0);
  if (hasX) VALUES[SAO_PAULO_LENGTH - 1] = RG_X;
  return isValidRgSaoPaulo(VALUES, SAO_PAULO_LENGTH);
}

/** Of the number that is being looked at. */
const VALUES = new Uint8Array(SAO_PAULO_LENGTH);

/** End of the number with a check character X, or its own end. */
function endWithX(view: View, end: number): number {
  const at = view.bytes[end] === 0x2d || view.bytes[end] === 0x2e ? end + 1 : end;
  const isX = ((view.bytes[at] ?? 0) | 0x20) === 0x78;
  return isX && !isLetterAt(view, at + 1) && !isDigitAt(view, at + 1) ? at + 1 : end;
}

/** `MG-12.345.678`: the state, with what joins it to the number; empty when there is none. */
function statePrefix(view: View, start: number): string {
  for (let join = 0; join <= 1; join += 1) {
    const first = start - join - 2;
    if (!isCapitalAt(view, first) || !isCapitalAt(view, first + 1) || isLetterAt(view, first - 1)) continue;
    const sign = view.bytes[start - 1];
    if (join === 1 && sign !== 0x2d && sign !== 0x20 && sign !== 0x2e) continue;
    const text = textAt(view, first, start);
    if (STATES.has(text.slice(0, 2))) return text;
  }
  return '';
}
