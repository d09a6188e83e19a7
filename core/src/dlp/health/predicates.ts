// SPDX-License-Identifier: Apache-2.0
/**
 * Predicates of an illness or a cure: "meu câncer é o legado", "o remédio é reiniciar". Things of work are neither, and
 * an action in place of a medicine is no medicine.
 */
import { setOf } from '../text/short-texts.ts';
import { CONJUNCTIONS, DETERMINERS, PEOPLE, PREPOSITIONS, THINGS } from './things-vocabulary.ts';

/** Illnesses to which people compare their work. */
const PLAGUES = setOf(
  'cancer canceres tumor doenca disease ansiedade depressao infarto paralisia febre gripe alergia hemorragia coma ' +
    'overdose anxiety depression fever allergy paralysis transtorno trauma virose ferida insonia insomnia colica ' +
    'tontura nausea suicidio suicide lesao fratura hernia cyst cisto ulcera ulcer rash',
);
const CURES = setOf(
  'remedio remedios medicine medicines medication vacina vacinas vaccine cura cure cirurgia surgery antibiotico ' +
    'pilula pill tratamento treatment receita prescription terapia therapy detox reabilitacao rehab anestesia',
);
/** Before a medicine, these words make it a figure of speech: "o melhor remédio", "laughter is the best medicine". */
const PRAISED = setOf('melhor best unico only santo amargo bitter');
const PRAISED_CURES = setOf('remedio medicine vacina vaccine terapia therapy cura cure');
const COPULAS = setOf('e eh foi era sera seria sao is was are s be sendo parece');
const COPULA_PLACE_MAX = 6;
const NOUN_WORDS_MAX = 4;
/** With these verbs a person really takes the medicine or undergoes the treatment. */
const TAKING = setOf(
  'tomar usar engolir aplicar ingerir pingar mastigar injetar inalar manipular tratar operar retirar remover curar ' +
    'aliviar baixar controlar dormir amputar extrair implantar take swallow inject inhale apply ' +
    'treat remove operate ' +
    'sleep relieve lower amputate repousar descansar rest',
);
/** Words that end like verbs. */
const NO_VERBS = setOf('similar popular regular particular familiar vulgar singular qualquer melhor maior pior menor');
const INFINITIVE_LENGTH_MIN = 4;

export const MAY_HAVE_PREDICATE: ReadonlySet<string> = new Set([...PLAGUES, ...CURES]);

/**
 * @param word a health word
 * @param before words of its clause before it
 * @param behind words of the sentence behind it, without its commas: "o remédio, Paulo, é reiniciar"
 */
export function isSomethingElse(word: string, before: readonly string[], behind: readonly string[]): boolean {
  if (PRAISED_CURES.has(word) && PRAISED.has(before.at(-1) ?? '')) return true;
  if (word === 'remedio' && isPastCure(before)) return true;
  if (!isSubject(before)) return false;
  const copula = behind.slice(0, COPULA_PLACE_MAX).findIndex((each) => COPULAS.has(each));
  if (copula < 0) return false;
  const predicate = behind.slice(copula + 1);
  return namesThing(predicate) || (CURES.has(word) && namesDeed(predicate));
}

/** Names for a thing that eats up all others. */
const GROWTHS = setOf('cancer canceres tumor tumores');
const ARTICLES = setOf('um a o');
const EARNEST = setOf('verdadeiro real true');
const BECAME = setOf('virou vira virar virando viraram tornou torna tornando became become becomes becoming into');
const TURNED = setOf('turned turning turns turn grown grew evolved');
const IS = setOf('e eh is');
const POINTERS = setOf('esse essa este esta aquele aquela this that');
const ADVERBS = setOf('ja so agora tambem nao mesmo hoje has have just now already not almost quase aqui ali');
/** Subjects that can really be or become one: growths, their causes, and words that leave the meaning open. */
const MAY_BE_GROWTH = setOf(
  'pinta pintas mancha manchas verruga verrugas sinal caroco carocos carocinho bola bolinha massa cisto cistos ' +
    'polipo polipos nodulo nodulos mioma lesao ferida feridas inflamacao infeccao dor coceira tosse cansaco calo ' +
    'inchaco machucado cigarro cigarros fumo tabaco bebida alcool sol amianto mole moles lump lumps mass spot ' +
    'spots growth polyp polyps sore wound cyst nodule bump shadow smoking drinking isso isto aquilo ele ela eles ' +
    'elas it quadro caso coisa negocio trem problema suspeita algo something thing resultado laudo exame ' +
    'diagnostico tipo forma type form result case ano mes semana vez year month',
);
/** "A cancer survivor" and "um câncer raro" continue with the illness. */
const GOING_ON = setOf('pra para pro for to on aqui hoje ja desde mano cara gente ne ninguem nobody now here within');

/** "Esse planilhão virou um câncer", "essa gambiarra é um câncer": people have a cancer, they are none. */
export function isCalledGrowth(word: string, before: readonly string[], [next]: readonly string[]): boolean {
  if (!GROWTHS.has(word) || (next !== undefined && !CONJUNCTIONS.has(next) && !GOING_ON.has(next))) return false;
  const article = before.length - (EARNEST.has(before.at(-1) ?? '') ? 2 : 1);
  let end = article - 1;
  const verb = before[end] ?? '';
  if (!ARTICLES.has(before[article] ?? '') || before.some((each) => MAY_BE_GROWTH.has(each))) return false;
  if (!BECAME.has(verb) && !IS.has(verb)) return false;
  if (before[end - 1] === 'se' || verb === 'into') end -= 1;
  if (verb === 'into' && !TURNED.has(before[end] ?? '')) return false;
  let start = end;
  while (start > 0 && !CONJUNCTIONS.has(before[start - 1] as string)) start -= 1;
  if (IS.has(verb) && !POINTERS.has(before[start] ?? '')) return false;
  return before.slice(start, end).some((each) => !DETERMINERS.has(each) && !ADVERBS.has(each));
}

/** The subject begins its clause: "faz terapia e a planilha…" continues with another subject. */
function isSubject(before: readonly string[]): boolean {
  const last = before.findLast((word) => !LEADS.has(word));
  return last === undefined || OPENINGS.has(last);
}

const LEADS = setOf(
  'o a os as um uma minha meu minhas meus nossa nosso nossos nossas sua seu essa esse esta este ' +
    'maior grande unico unica ' +
    'pior primeiro primeira novo nova verdadeiro verdadeira real melhor only biggest main big worst another latest ' +
    'first the my our your his her their best this that',
);
const OPENINGS = setOf('que mas porque pois entao that but so because and says said disse diz acha');

/** "Não tem remédio", "o que não tem remédio": no person has run out of it. */
function isPastCure(before: readonly string[]): boolean {
  const [subject, not, verb] = [before.at(-3), before.at(-2), before.at(-1)];
  return not === 'nao' && (verb === 'tem' || verb === 'ha') && (subject === undefined || subject === 'que');
}

/** One of the words of the noun. An English noun ends with its head: "the old billing system". */
function namesThing(predicate: readonly string[]): boolean {
  let from = 0;
  while (DETERMINERS.has(predicate[from] ?? '')) from += 1;
  const nouns = predicate.slice(from, from + NOUN_WORDS_MAX);
  const end = nouns.findIndex((word) => PREPOSITIONS.has(word) || CONJUNCTIONS.has(word));
  const noun = end < 0 ? nouns : nouns.slice(0, end);
  // In "em tratamento de câncer e pediu prazo" a verb follows.
  if (from === 0 && !THINGS.has(noun[0] ?? '')) return false;
  return noun.some((word) => THINGS.has(word)) && !noun.some((word) => PEOPLE.has(word));
}

/** "É reiniciar", "is to restart". */
function namesDeed(predicate: readonly string[]): boolean {
  const [first = '', second = ''] = predicate;
  if (first === 'to') return second !== '' && !TAKING.has(second) && !DETERMINERS.has(second);
  return isInfinitive(first) && !TAKING.has(first);
}

export function isInfinitive(word: string): boolean {
  if (word.length < INFINITIVE_LENGTH_MIN || NO_VERBS.has(word)) return false;
  return word.endsWith('ar') || word.endsWith('er') || word.endsWith('ir');
}

const LACKS = setOf(
  'lack shortage excess surplus abundance case overdose falta excesso caso carencia acumulo deficit overload',
);
const LACK_PLACE_MAX = 5;
/** Things that a body may lack, or have too much of. */
export const OF_BODY = setOf(
  'vitamina vitamin ferro iron hormonio hormonios hormone hormones enzima enzimas enzyme enzymes proteina protein ' +
    'oxigenio oxygen iodo iodine calcio calcium potassio potassium magnesio magnesium zinco zinc folato folate ' +
    'plaquetas platelets sangue blood estrogenio estrogen insulina insulin lactase cartilagem cartilage saliva ' +
    'prolactina prolactin cortisol liquido fluid apetite appetite libido sono sleep memoria memory ar air pele skin ' +
    'acucar sugar sodio sodium cobre copper colageno collagen melanina serotonina serotonin dopamina ' +
    'dopamine growth ' +
    'atencao attention coordenacao coordination equilibrio balance desenvolvimento development b12 d3',
);

/**
 * "Diagnosed with a chronic lack of meetings": the missing thing is no part of the body.
 * @param behind words behind the clause
 */
export function isInJest(behind: readonly string[]): boolean {
  const lack = behind.slice(0, LACK_PLACE_MAX).findIndex((word) => LACKS.has(word));
  if (lack < 0) return false;
  const tie = behind.slice(lack + 1, lack + 3).findIndex((word) => word === 'of' || word === 'de' || word === 'da');
  const object = behind.slice(lack + 1 + tie + 1);
  return tie >= 0 && object.length > 0 && !object.some((word) => OF_BODY.has(word));
}
