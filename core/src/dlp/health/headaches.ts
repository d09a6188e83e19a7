// SPDX-License-Identifier: Apache-2.0
/**
 * Headaches that are no pain: "a minha dor de cabeça hoje é o fechamento contábil". The predicate decides. A real
 * headache is called a pain, an illness or its cause.
 */
import { setOf } from '../text/short-texts.ts';
import { DETERMINERS, ORGANISATIONS, THINGS } from './things-vocabulary.ts';

const HEADACHES: ReadonlySet<string> = new Set(
  'headache,headaches,migraine,migraines,dor de cabeca,dores de cabeca,enxaqueca,enxaquecas'.split(','),
);

/** The word must be the subject: "tive dor de cabeça e o médico…" continues with another subject. */
const LEADS = setOf(
  'a o as os minha minhas nossa nossas sua essa esta maior grande principal unica pior primeira nova verdadeira ' +
    'real my our the her his their only biggest main real big worst another latest first',
);
const COPULAS = setOf('e eh foi era sera continua segue virou sao foram is was are were remains became');
const SUBJECT_WORDS_MAX = 6;
const ARTICLES = setOf('o a os as esse essa este esta aquele aquela the this that these those our');
/** Behind an article these words still describe a pain. */
const REAL = setOf(
  'pior mesma mesmo worst same usual kind type sort result side only one unica primeira terceira segunda quarta ' +
    'first second third coluna pescoco nuca cervical neck sinus stress estresse calor heat barulho noise luz ' +
    'light cheiro smell tempo weather sono fome jejum cafe cafeina caffeine coffee oculos glasses tela screen sol ' +
    'sun vinho wine chocolate mandibula bruxismo dente tooth jaw vista visao efeito effect idade age ressaca ' +
    'hangover queixa complaint causa cause motivo reason consequencia que what wisdom first vento frio cold ar ' +
    'dor',
);

/** @param before the words of the clause before the word @param behind the words of the clause behind it */
function isHeadacheByPredicate(word: string, before: readonly string[], behind: readonly string[]): boolean {
  if (!HEADACHES.has(word) || !before.every((each) => LEADS.has(each))) return false;
  const copula = behind.slice(0, SUBJECT_WORDS_MAX).findIndex((each) => COPULAS.has(each));
  if (copula < 0 || !ARTICLES.has(behind[copula + 1] ?? '')) return false;
  let noun = copula + 2;
  while (DETERMINERS.has(behind[noun] ?? '')) noun += 1;
  const named = behind[noun];
  return named !== undefined && !REAL.has(named);
}

const GIVES = setOf(
  'give gives gave giving given caused causing causes deu da dao dando dar dava daria causou causando',
);
const RECEIVER_WORDS_MAX = 4;
const SUBJECTS = setOf(
  'fornecedor fornecedora fornecedores supplier vendor software programa plataforma platform tool',
);

/** "Gave Lucas a headache", "deu dor de cabeça à Vera": of all things, only a medicine gives a real one. */
export function isGivenHeadache(word: string, before: readonly string[], behind: readonly string[]): boolean {
  if (isHeadacheByPredicate(word, before, behind)) return true;
  // "The audit is a headache", "is a real headache".
  const article = before.lastIndexOf('a');
  const isPredicate = article > 0 && before.length - article <= 2 && COPULAS.has(before[article - 1] as string);
  if (word === 'headache' && isPredicate && !PAINS.has(before.at(-1) ?? '')) return true;
  return HEADACHES.has(word) && before.slice(-RECEIVER_WORDS_MAX).some((each) => GIVES.has(each));
}

const PAINS = setOf('tension cluster bad severe mild splitting migraine sinus terrible pounding dull persistent');

/** "Your app gives me headaches": the cause is no food, weather or medicine, whatever the rest of the text is about. */
export function isGivenByThing(word: string, before: readonly string[]): boolean {
  if (!HEADACHES.has(word)) return false;
  const gives = before.findLastIndex((each) => GIVES.has(each));
  if (gives < 0 || before.length - gives > RECEIVER_WORDS_MAX) return false;
  return before.slice(0, gives).some((each) => THINGS.has(each) || ORGANISATIONS.has(each) || SUBJECTS.has(each));
}
