/** CPF: the written form counts alone, eleven digits in another form beside a word that calls them so. */
import { isValidCnh, isValidCpf } from './check-digits.ts';
import type { Sink } from './finding.ts';
import { KIND, type Kind } from './kinds.ts';
import { isLabelled } from './labels.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import { isBounded, joinedByLineBreak, type NumberDetector, type NumberRun } from './numbers.ts';
import { isSaidToBeKey } from './pix-context.ts';
import type { View } from './view.ts';

export const CPF_DETECTOR: NumberDetector = {
  type: 'CPF',
  shapes: ['3-3-3-2', '9-2', '11', '3-3-5', '6-5'],
  looseLengths: [11],
  isProven: true,
  find: findCpf,
};

function findCpf(view: View, run: NumberRun, sink: Sink): void {
  if (run.length !== 11 || !isValidCpf(run.digits, run.length)) return;
  const isFormatted = isWritten(view, run);
  if (!isBounded(view, run, isFormatted) || joinedByLineBreak(run) > 1) return;
  if (isFormatted || isCalledCpf(view, run) || isSaidToBeKey(view, run)) sink.add('CPF', run.start, run.end);
}

/** Such a number is no phone, though its digits may be those of one: "CPF ditado pelo telefone". */
export function isCalledCpf(view: View, run: NumberRun): boolean {
  return isValidCpf(run.digits, run.length) && isLabelled(view, run.start, run.end, KIND.CPF, rivalsOf(run));
}

/** `ddd.ddd.ddd-dd`, where a blank or line end may have slipped in beside the marks. */
function isWritten(view: View, run: NumberRun): boolean {
  if (run.shape !== '3-3-3-2') return false;
  const { digitEnds } = view.tokens;
  return [0x2e, 0x2e, 0x2d].every((mark, index) => {
    const end = digitEnds.at(run.firstGroup + index);
    return view.bytes[end] === mark || (view.bytes[end] === 0x20 && view.bytes[end + 1] === mark);
  });
}

function rivalsOf(run: NumberRun): Kind[] {
  const rivals: Kind[] = [];
  if (isValidCnh(run.digits, run.length)) rivals.push(KIND.CNH);
  if (isPhoneNumber(run.digits, run.length)) rivals.push(KIND.PHONE);
  return rivals;
}
