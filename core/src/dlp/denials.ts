/**
 * Labels that say of a number that there is none, or that it is wrong: "sem CEP na nota 87019777". What is named right
 * before the digits is what they belong to. No use for numbers with check digits, which prove themselves.
 */
import { FIELD_END_EXPRESSION } from './expressions.ts';
import { setOf, wordsIn } from './short-texts.ts';

const DENIALS = setOf(
  'sem nao nenhum nenhuma falta faltou faltam faltando faltava nem without no lacks lacking missing misses invalid ' +
    'wrong omitiu esqueceu forgot',
);
const WORDS_BEFORE_MAX = 3;
const FAULTS = setOf(
  'ausente ausencia faltando faltante falta faltou vazio branco nulo invalido errado incorreto divergente ' +
    'inexistente pendente desatualizado incompleto diferente nao missing absent empty blank null invalid wrong ' +
    'incorrect mismatch incomplete outdated not isn doesn differs',
);
/** What may part the name of another thing from what goes before: "na nota 870…", "for customer 870…". */
const TIES = setOf('de da do das dos no na nos nas em ao a para pra pro of on in for from at to the o este esta');
/** Right before the digits these hand over the number that was asked for. */
const GIVES = setOf(
  'e eh is s was era foi seria seja be segue informou informa informe informado passou passa mandou ' +
    'manda enviou disse ' +
    'diz usa use usar usei uso certo correto correta novo nova atual right correct new actual ' +
    'current try tente tenta ' +
    'coloca coloque colocar poe por digite digitou preencha preencher favor cep ceps zip code codigo ' +
    'postal postcode ' +
    'usou temos tenho tem veio consta achei encontrei sera should okay ok obrigado thanks',
);
/** "Na nota nº 870…" */
const NUMBER_WORDS = setOf('n no nr num numero number id');
const CLAUSE_MARKS = ',(;-:';

/**
 * @param before some words before the label, on its line
 * @param after between the label and the number
 */
export function isOfOther(before: string, after: string): boolean {
  const said = after.toLowerCase();
  // "Sem CEP: 87019777" and "não tem CEP\n87019777" leave open whose the digits are.
  if (FIELD_END_EXPRESSION.test(said.trimEnd().slice(0, -1)) || !said.endsWith(' ')) return false;
  const words = wordsIn(said);
  while (NUMBER_WORDS.has(words.at(-1) ?? '')) words.pop();
  const noun = words.at(-1);
  if (noun === undefined || GIVES.has(noun) || noun.length < NOUN_LENGTH_MIN) return false;
  const isNamed = TIES.has(words.at(-2) ?? '') || CLAUSE_MARKS.includes(signBefore(said, noun));
  return isNamed && (isDenied(before) || words.slice(0, -1).some((word) => FAULTS.has(word)));
}

const NOUN_LENGTH_MIN = 3;

function isDenied(before: string): boolean {
  return wordsIn(before.toLowerCase())
    .slice(-WORDS_BEFORE_MAX)
    .some((word) => DENIALS.has(word));
}

/** The last sign before the last word; a letter where only a blank stands there. */
function signBefore(text: string, word: string): string {
  return text.slice(0, text.lastIndexOf(word)).trimEnd().slice(-1) || 'a';
}
