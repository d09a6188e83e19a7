// SPDX-License-Identifier: Apache-2.0
/** CPF: the written form counts alone. Eleven digits in another form need a label. */

import { isValidCnh, isValidCpf } from '../check-digits.ts';
import { isLabelled } from '../context/context.ts';
import type { Document } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { isSaidToBeKey } from '../pix/pix-context.ts';
import { isNamedByField, paddedDigits } from './lost-zeros.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import { isBounded, joinedByLineBreak, type NumberDetector, type NumberRun } from './numbers.ts';

export const CPF_DETECTOR: NumberDetector = {
  type: 'CPF',
  shapes: ['3-3-3-2', '9-2', '11', '3-3-5', '6-5', '10', '9'],
  looseLengths: [11],
  isProven: true,
  find: findCpf,
};

function findCpf(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length < 11 && run.groupCount === 1) {
    const isCpf = isValidCpf(paddedDigits(run, 11), 11) && isBounded(document, run, false);
    if (isCpf && isNamedByField(document, run, LABEL.CPF, 'cpf')) sink.add('CPF', run.start, run.end);
    return;
  }
  if (run.length !== 11 || !isValidCpf(run.digits, run.length)) return;
  const isFormatted = isWritten(document, run);
  if (!isBounded(document, run, isFormatted) || joinedByLineBreak(run) > 1) return;
  if (isFormatted || isCalledCpf(document, run) || isSaidToBeKey(document, run)) sink.add('CPF', run.start, run.end);
}

/** Such a number is no phone, though its digits may look like one: "CPF ditado pelo telefone". */
export function isCalledCpf(document: Document, run: NumberRun): boolean {
  return isValidCpf(run.digits, run.length) && isLabelled(document, run.start, run.end, LABEL.CPF, rivalsOf(run));
}

/** Matches `ddd.ddd.ddd-dd`, where a blank or line end may stand beside the signs. */
function isWritten(document: Document, run: NumberRun): boolean {
  if (run.shape !== '3-3-3-2') return false;
  const { digitEnds } = document.tokens;
  return [0x2e, 0x2e, 0x2d].every((mark, index) => {
    const end = digitEnds.at(run.firstGroup + index);
    return document.bytes[end] === mark || (document.bytes[end] === 0x20 && document.bytes[end + 1] === mark);
  });
}

function rivalsOf(run: NumberRun): Label[] {
  const rivals: Label[] = run.isFloat ? [LABEL.OTHER] : [];
  if (isValidCnh(run.digits, run.length)) rivals.push(LABEL.CNH);
  if (isPhoneNumber(run.digits, run.length)) rivals.push(LABEL.PHONE);
  return rivals;
}
