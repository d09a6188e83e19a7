/** CNH: eleven digits with valid check digits, only beside a word for a driving licence. */
import { isValidCnh, isValidCpf } from './check-digits.ts';
import type { Sink } from './finding.ts';
import { KIND, type Kind } from './kinds.ts';
import { isLabelled } from './labels.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import { isBounded, type NumberDetector, type NumberRun } from './numbers.ts';
import type { View } from './view.ts';

export const CNH_DETECTOR: NumberDetector = {
  type: 'CNH',
  shapes: ['11', '3-3-3-2', '9-2', '3-3-5', '2-3-3-3', '3-4-4', '4-4-3'],
  looseLengths: [11],
  isProven: true,
  needs: KIND.CNH,
  find: findCnh,
};

function findCnh(view: View, run: NumberRun, sink: Sink): void {
  if (run.length !== 11 || !isValidCnh(run.digits, run.length)) return;
  if (!isBounded(view, run, false)) return;
  if (isLabelled(view, run.start, run.end, KIND.CNH, rivalsOf(run))) sink.add('CNH', run.start, run.end);
}

function rivalsOf(run: NumberRun): Kind[] {
  const rivals: Kind[] = [];
  if (isValidCpf(run.digits, run.length)) rivals.push(KIND.CPF);
  if (isPhoneNumber(run.digits, run.length)) rivals.push(KIND.PHONE);
  return rivals;
}
