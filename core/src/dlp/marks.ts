/**
 * Marks: of each phrase one word that the text must hold, too. The first look at a text searches it for marks; where it
 * has none of a kind, no phrase of that kind can be there, and the second look is spared.
 */
import type { Entry } from './dictionary.ts';
import { DOSES, WEEKS, WEIGHT } from './health/vocabulary.ts';
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

/** Kinds, as a bit set, for which the phrase of an entry needs a mark. */
export function markedKinds({ kinds, weight }: Entry, phrase: readonly string[]): number {
  // Everyday words, places and persons prove nothing about health, however many there are: they add to other words.
  const isProof = weight >= WEIGHT.WEAK || DOSES.has(phrase.join(' ')) || WEEKS.has(phrase.join(' '));
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
    'a o as os e de do da dos das em no na nos nas um uma com por para sem sob pelo pela ao contra que esse esta ' +
    'este nesse neste dele dela meu minha seu sua estou estava esteve estao estamos foi ficou fiquei segue ' +
    'continua saiu entrou veio anda ando to tou tava ta apareceu teve tem tenho tomou tomei tomando levou levei ' +
    'passou deu fez faz recebeu pegou peguei precisa preciso chama chamar tirou tirei tirar retirou usando falar ' +
    'fale quebrou quebrei perdeu tentou desde segunda primeira terceira total pontos passo plano falta trabalho ' +
    'acidente consulta relatorio retorno controle usuario usuaria cliente titular pessoa pessoas menina menino ' +
    'filho filha aluno aluna numero codigo cartao conta contato copia acesso chave senha nome registro cadastro ' +
    'nacional fiscal documento carteira certificado licenca aparelho ambiente area fator fatura final forte ' +
    'graves especial geral social novo quadro producao problema tipo teste testes texto mensagem email telefone ' +
    'the of for to in on at is my your their them and with from by was has had been having goes cannot since two ' +
    'three dois duas tres quatro c d e r n s id key code number card user type name account access service ' +
    'session private public certificate leave test tests testing result total time day date week support another ' +
    'address along area attempt block broken business center client company control customer deploy digital ' +
    'document driver drivers episode failed failure file general history image index issues lower mail message ' +
    'national normal note notes phone positive negative post primary program random reach reached record records ' +
    'report reported reports ring script section showed shows signing state storage study tenant text transfer ' +
    'virtual visit visual whatsapp after have second scan count due signs checked lost arm tested active back marca ' +
    'ar her his suporte imagem perda memoria an needs condition conditions results resultado ' +
    'sessions operation terminal getting losing going taken removed pulled extracted meetings deixou deixei ' +
    'parou parei suspeita faltou faltei break facility boca abriu abrir aberta comunicacao signed sign noite ' +
    'madrugada passei passou passamos virei virou ganhar ganhou ter tive bolsa months years altura dirigir funcao ' +
    'screening exam fails esqueci esqueceu acabou institution left right both pair dropped crashed declined ' +
    'refused liquido ataque ataques dispensado dispensada episodes language'
  ).split(' '),
);
