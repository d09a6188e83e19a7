// SPDX-License-Identifier: Apache-2.0
/**
 * Laboratory values by their letters: PSA, INR, HDL. Companies, currencies and programs have the same letters. A
 * patient's value comes with a figure, a verdict or another medical word.
 */
import { lineAround } from '../context/context.ts';
import { type Document, isDigitAt } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { entryTest, weightAt } from './entries.ts';

const isLaboratoryValue = entryTest(
  (
    'bp ldl hdl tgo tgp ggt inr vhs pth psa vdrl fsh hcg bhcg wbc rbc hgb bun igg igm bmi imc cvf nph pcr ' +
    'lipase amilase albumina ferritina ferritin troponin troponina testosterona'
  ).split(' '),
);
const VERDICTS = new WordSet(
  'alto alta altos baixo baixa alterado alterada alterados normal elevado elevada exame exames positivo positiva ' +
    'reagente negativo negativa high low elevated abnormal raised borderline result results level levels blood ' +
    'sangue sanguineo subiu caiu deu veio dosagem dosou dosar lab labs laboratorio hemograma spiked dropped rose ' +
    'checked check tested test pressure meds medido medida pediu pedir solicitou coletou coleta ' +
    'repetir repor detectado detectada detected value valuequantity ng ml dl',
);
const VALUE_REACH = 14;
const VALUE_OF_NAME_REACH = 48;
const VERDICT_REACH = 48;
/** Exchange rates and amounts have more digits. */
const DIGITS_MAX = 3;

const isDrugTest = entryTest('toxicologico,toxicologica,exame toxicologico,drug test'.split(','));
/** Results of such a test, including those of a failed one. */
const FOUND = new WordSet(
  'positivo positiva positive negativo negativa negative deu acusou apontou indicou detectou detectado detectada ' +
    'constatou confirmou reprovou reprovado reprovada failed thc cocaina cocaine maconha marijuana crack heroina ' +
    'anfetamina anfetaminas amphetamine amphetamines metanfetamina opiaceo opiaceos opioide opioides canabinoide ' +
    'canabinoides benzodiazepinico alcool droga drogas alterado alterada reagente contraprova vitima paciente patient',
);
const FOUND_REACH = 80;

/** Professional drivers take a toxicology test. A due, booked or completed test reveals nothing about health. */
export function isTestWithoutResult(document: Document, phrase: number): boolean {
  if (!isDrugTest(document, phrase)) return false;
  const { starts, ends } = document.phrases;
  const [start, end] = [starts.at(phrase), ends.at(phrase)];
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const from = Math.max(lineStart, start - FOUND_REACH);
  if (FOUND.isBeside(document, from, start, end, Math.min(lineEnd, end + FOUND_REACH))) return false;
  return !hasOtherWord(document, phrase, WEIGHT.AMBIGUOUS);
}

export function isWithoutValue(document: Document, phrase: number): boolean {
  if (!isLaboratoryValue(document, phrase)) return false;
  const { starts, ends } = document.phrases;
  const [start, end] = [starts.at(phrase), ends.at(phrase)];
  if (hasValue(document, end) || hasOtherWord(document, phrase)) return false;
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const from = Math.max(lineStart, start - VERDICT_REACH);
  return !VERDICTS.isBeside(document, from, start, end, Math.min(lineEnd, end + VERDICT_REACH));
}

/** "HDL 35", "INR is 2.5", "HDL de Ana Maria Lima: 35". */
function hasValue(document: Document, end: number): boolean {
  let at = end;
  while (at - end < VALUE_OF_NAME_REACH && at < document.bytes.length && !isDigitAt(document, at)) at += 1;
  const isField = document.bytes[at - 1] === 0x20 && document.bytes[at - 2] === 0x3a;
  if (at - end > VALUE_REACH && !isField) return false;
  let digits = 0;
  while (digits <= DIGITS_MAX && isDigitAt(document, at + digits)) digits += 1;
  return digits > 0 && digits <= DIGITS_MAX && !isAmount(document, at + digits);
}

/** 40,000: the digits continue behind a comma. */
function isAmount(document: Document, at: number): boolean {
  return (
    document.bytes[at] === 0x2c &&
    isDigitAt(document, at + 1) &&
    isDigitAt(document, at + 2) &&
    isDigitAt(document, at + 3)
  );
}

/** Tells whether another medical word is near; a list of values also counts. */
function hasOtherWord(document: Document, phrase: number, least: number = WEIGHT.WEAK): boolean {
  const { starts, ends } = document.phrases;
  const [start, end] = [starts.at(phrase), ends.at(phrase)];
  for (const step of [-1, 1]) {
    for (let next = phrase + step; next >= 0 && next < starts.length; next += step) {
      if (starts.at(next) > end + VERDICT_REACH || ends.at(next) < start - VERDICT_REACH) break;
      if (weightAt(document, next) >= least) return true;
    }
  }
  return false;
}
