// SPDX-License-Identifier: Apache-2.0
/**
 * Medical words in other company: chilled meat, a frozen budget, a bipolar transistor, an aborted mission, a demo
 * thrown up on staging. The noun beside the word decides, and other names on the line do not.
 */
import { setOf } from '../text/short-texts.ts';
import { isInfinitive, OF_BODY } from './predicates.ts';
import { CONJUNCTIONS, DETERMINERS, PREPOSITIONS, THINGS } from './things-vocabulary.ts';

/** Portuguese adjectives, which follow their noun. */
const ADJECTIVES = setOf(
  inflected(
    'resfriad inchad engessad lesionad desidratad lesad prematur depressiv deprimid hiperativ infeccios congenit ' +
      'malign debilitad septic hemorragic afonic rouc gag ceg surd hepatic cardiac psicologic cirurgic medicad ' +
      'sedad prescrit vacinad neurologic cronic alergic sonolent hospitalizad acamad intubad prescritiv sequelad ' +
      'imunizad anemic obes inapt hidratad',
  ),
);
/** English words that describe the noun behind them. */
const MODIFIERS = setOf(
  'bleeding swollen bipolar prosthetic surgical suicide malignant psychological depressed septic fetal congenital ' +
    'dislocated limping bruised dizzy deaf blind addicted anemic obese relapsing chronic ischemic infected sedated ' +
    'autoimmune vaccinated swelling disabled medicated',
);
/** Food and goods that people are allergic to, so that no other rule takes them for things. */
const GOODS = setOf(
  'carne carnes frango frangos peixe peixes pescado tomate tomates alface fruta frutas legume legumes verdura lote ' +
    'lotes produto produtos alimento alimentos leite queijo massa massas cebola alho batata manga banana sopa bacon ' +
    'linguica cordeiro bovino suino aves mercadoria mercadorias refeicao refeicoes iogurte bebida bebidas agua ar ' +
    'patrimonio vencimento processo regulamento transistor transistores eletrodo eletrodos sinal placa circuito ' +
    'mundo cenario debate discurso tom clima quadrimestre trimestre mes ano preco horario calendario cronograma ' +
    'estrutura layout edital consumidor contribuinte erario credor bem bens honra direito parto',
);
/** Abstract nouns, by their endings: "otimização prematura". */
const ABSTRACT_ENDINGS = ['cao', 'coes', 'mento', 'mentos', 'agem', 'usao', 'usoes', 'isao', 'isoes', 'dade', 'dades'];
/** Words for premature wear and failure of things. Membranes also tear like this, and lives end. */
const WEAR = setOf(
  'desgaste falha falhas fadiga quebra quebras refugo fim termino saida corte descarte troca baixa queima colheita ' +
    'corrosao obsolescencia retirada',
);
const ACTS_OF_BODY = setOf(
  'lesao ejaculacao gestacao ovulacao menstruacao respiracao pulsacao articulacao circulacao internacao amputacao',
);
const STEMS_OF_TIME = setOf('prematuro prematura prematuros prematuras');

function inflected(stems: string): string {
  return stems
    .split(' ')
    .flatMap((stem) => ['o', 'a', 'os', 'as'].map((ending) => stem + ending))
    .concat('bipolar bipolares suicida suicidas doente doentes renal fetal febril neonatal mancando'.split(' '))
    .join(' ');
}

/** Times and objects beside which "abort" and "throw up" are meant literally. */
const TIMES =
  'noite noites dia dias manha tarde madrugada semana hora horas vez vezes night day morning afternoon evening week ' +
  'time times hour hours whole entire other tempo viagem inteira inteiro';
const OF_STOMACH = setOf(
  `sangue bile bilis comida almoco jantar cafe tudo leite agua remedio remedios comprimido blood food lunch dinner ` +
    `breakfast everything water milk medicine meal pills pill meds sopa mamadeira lot bit little ${TIMES}`,
);
const OF_WOMB = setOf(`bebe bebes gestacao gravidez filho filha gemeos feto baby pregnancy child ${TIMES}`);
const OF_CHEST = setOf(`sangue catarro muco blood phlegm mucus lot bit little ${TIMES}`);
const LIMBS = setOf(
  'arm leg wrist ankle hip shoulder elbow knee kneecap finger fingers thumb toe foot hand rib ribs ' +
    'collarbone skull jaw ' +
    'nose femur tibia pelvis vertebra spine back neck tailbone cheekbone bone metatarsal orbital ' +
    'same left right other',
);
const DEEDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['vomitou', OF_STOMACH],
  ['vomitando', OF_STOMACH],
  ['vomited', OF_STOMACH],
  ['vomiting', OF_STOMACH],
  ['threw up', OF_STOMACH],
  ['throwing up', OF_STOMACH],
  ['abortou', OF_WOMB],
  ['abortei', OF_WOMB],
  ['tossindo', OF_CHEST],
  ['coughing', OF_CHEST],
  ['amputou', setOf('dedo dedos mao maos pe pes perna pernas braco bracos falange falanges orelha antebraco')],
  ['amputated', LIMBS],
  ['fractured', LIMBS],
  ['dislocated', LIMBS],
]);
const OBJECT_ARTICLES = setOf(
  'o a os as um uma esse essa este esta meu minha seu sua nosso nossa the an his her my our your their this that ' +
    'these those some another any',
);

/** @param word a health word @param before words of its clause before it @param behind words of its clause behind it */
export function isOfOtherNoun(word: string, before: readonly string[], behind: readonly string[]): boolean {
  if (ADJECTIVES.has(word) && isAdjectiveOfThing(word, before)) return true;
  if (word.startsWith('prematur') && isInfinitive(behind[0] ?? '')) return true;
  if (MODIFIERS.has(word) && (THINGS.has(behind[0] ?? '') || GOODS.has(behind[0] ?? ''))) return true;
  if (word === 'insuficiencia' && OF.has(behind[0] ?? '') && !isOfBody(behind)) return true;
  if (MOODS.has(lastOf(word)) && isMoodAboutThing(behind)) return true;
  if (lastOf(word) === 'ptsd' && behind[0] === 'from' && THINGS.has(lastNounOf(behind.slice(1)))) return true;
  // "Pressão alta para entregar o projeto".
  if (word === 'pressao alta' && TO.has(behind[0] ?? '') && WORK.has(behind[1] ?? '')) return true;
  const objects = DEEDS.get(word);
  return objects !== undefined && hasOtherObject(objects, behind);
}

/** Labels that people give each other over work: "bipolar about the roadmap", "esquizofrênico com prazos". */
const MOODS = setOf('bipolar esquizofrenico esquizofrenica schizophrenic ocd toc autista autistic');
const ABOUT = setOf('about with com over');

function lastOf(word: string): string {
  return word.slice(word.lastIndexOf(' ') + 1);
}

/** "From the last migration", "from a car crash". */
function lastNounOf(words: readonly string[]): string {
  const end = words.findIndex((word) => PREPOSITIONS.has(word) || CONJUNCTIONS.has(word));
  return words.at(end < 0 ? -1 : end - 1) ?? '';
}

function isMoodAboutThing([tie = '', ...rest]: readonly string[]): boolean {
  if (!ABOUT.has(tie)) return false;
  return THINGS.has(rest.find((word) => !DETERMINERS.has(word)) ?? '');
}

const TO = setOf('para pra');
const WORK = setOf('entregar fechar vender bater cumprir terminar lancar subir concluir faturar publicar acelerar');
const OF = setOf('de da do das dos');
const VALVES = setOf('valvula valvulas mitral veias placenta colo convergencia suprarrenal');

/** "Insuficiência de vitamina D", but "de provas". */
function isOfBody(words: readonly string[]): boolean {
  return words.some((word) => OF_BODY.has(word) || VALVES.has(word));
}

/** "Carne resfriada", but not "saiu da obra engessado": the adjective need not describe a noun behind a preposition. */
function isAdjectiveOfThing(word: string, before: readonly string[]): boolean {
  const noun = before.at(-1) ?? '';
  if (STEMS_OF_TIME.has(word) && (WEAR.has(noun) || isAbstract(noun))) return true;
  if (!THINGS.has(noun) && !GOODS.has(noun)) return false;
  const tie = before.findLast((each, index) => index < before.length - 1 && !DETERMINERS.has(each)) ?? '';
  return !PREPOSITIONS.has(tie) || tie === 'com' || tie === 'de';
}

function isAbstract(noun: string): boolean {
  return !ACTS_OF_BODY.has(noun) && ABSTRACT_ENDINGS.some((end) => noun.endsWith(end));
}

/** "Abortou a migração", "threw up his hands". */
function hasOtherObject(
  objects: ReadonlySet<string>,
  [first = '', second = '', third = '']: readonly string[],
): boolean {
  if (THINGS.has(first)) return true;
  if (!OBJECT_ARTICLES.has(first) || second === '') return false;
  return !objects.has(second) && !objects.has(third);
}
