/**
 * Marks: of each phrase one word that the text must hold, too. The first look at a text searches it for marks; where it
 * has none of a kind, no phrase of that kind can be there, and the second look is spared.
 */
import type { Entry } from './dictionary.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { KIND, maskOf } from './kinds.ts';

/** Kinds that are asked for whatever else a text holds; the words of the others are too common to tell anything. */
export const MARKED_KINDS = maskOf(
  KIND.CPF,
  KIND.CNPJ,
  KIND.RG,
  KIND.CNH,
  KIND.PIX_KEY,
  KIND.PIX,
  KIND.PHONE,
  KIND.CEP,
  KIND.CARD,
  KIND.SUS,
  KIND.SECRET,
  KIND.PRIVATE_KEY,
  KIND.AT,
  KIND.ICD,
  KIND.HEALTH,
);

/** Kinds, as a bit set, for which a phrase needs a mark. */
export function markedKinds({ kinds, weight }: Entry): number {
  // Everyday words, places and persons prove nothing about health, however many there are: they add to other words.
  const isProof = weight >= WEIGHT.WEAK;
  return kinds & MARKED_KINDS & ~(isProof ? 0 : maskOf(KIND.HEALTH));
}

/** The longest word that few texts hold. */
export function markOf(phrase: readonly string[]): string {
  const rare = phrase.filter((word) => !EVERYDAY_WORDS.has(word));
  return (rare.length > 0 ? rare : phrase).reduce((longest, word) => (word.length >= longest.length ? word : longest));
}

/** A word that is missing here costs time and nothing else. */
const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  (
    'a o as os e de do da dos das em no na nos nas um uma com por para sem sob pelo pela ao contra esta estou estava ' +
    'esteve estao ficou fiquei segue teve tem tomou levou passou desde segunda primeira terceira total pontos plano ' +
    'falta trabalho acidente consulta relatorio controle usuario cliente numero codigo cartao conta acesso chave ' +
    'meu minha seu sua nome registro cadastro nacional fiscal documento carteira certificado licenca aparelho ' +
    'the of for to in on at is my your and with from by was has had been i c r n s id key code number card user type ' +
    'name account access service session private public certificate leave test result total time day week support'
  ).split(' '),
);
