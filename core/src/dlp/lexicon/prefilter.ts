// SPDX-License-Identifier: Apache-2.0
/**
 * Prefilter terms: one word of each phrase that a text must hold for the phrase to occur. The first look searches a
 * text for them. A label without a prefilter term in the text cannot occur, and the second look is spared.
 */

import type { Entry } from './entry.ts';
import { DOSES, PRESSURES, WEEKS, WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

/** Labels that are asked for in every text. The words of the other labels are too common to prefilter. */
export const PREFILTERED_LABELS = maskOf(
  LABEL.CPF,
  LABEL.CNPJ,
  LABEL.RG,
  LABEL.CNH,
  LABEL.PIX_KEY,
  LABEL.PIX,
  LABEL.PHONE,
  LABEL.CEP,
  LABEL.CARD,
  LABEL.SUS,
  LABEL.SECRET,
  LABEL.PRIVATE_KEY,
  LABEL.AT,
  LABEL.ICD,
  LABEL.HEALTH,
);

/** Labels, as a bit set, for which the phrase of an entry needs a prefilter term. */
export function prefilteredLabels({ labels, weight }: Entry, phrase: readonly string[]): number {
  // Everyday words, places and persons prove nothing about health, however many there are. They only add to other
  // words.
  const isProof = weight >= WEIGHT.WEAK || WORDS_OF_FIGURES.has(phrase.join(' '));
  return labels & PREFILTERED_LABELS & ~(isProof ? 0 : maskOf(LABEL.HEALTH));
}

/** Everyday words that prove something when a figure stands beside them. */
const WORDS_OF_FIGURES: ReadonlySet<string> = new Set([...DOSES, ...WEEKS, ...PRESSURES]);

/** Returns the longest of the phrase's rarest words. */
export function prefilterTermOf(phrase: readonly string[]): string {
  const everyday = phrase.filter((word) => !COMMONEST_WORDS.has(word));
  const rare = everyday.filter((word) => !EVERYDAY_WORDS.has(word));
  const words = [rare, everyday, phrase].find((some) => some.length > 0) ?? phrase;
  return words.reduce((longest, word) => (word.length >= longest.length ? word : longest));
}

/** Words of almost any text. A word missing from these lists costs time and nothing else. */
const COMMONEST_WORDS: ReadonlySet<string> = new Set(
  (
    'i we you he she it they m re ve ll t not call called calling a o as os e de do da dos das em no na nos nas ' +
    'um uma com por para sem sob pelo pela ao contra que esse esta este nesse neste dele dela meu minha seu sua ' +
    'estou estava esteve estao estamos foi ficou segue to ta tem tenho fez faz desde the of for in on at is my ' +
    'your their them and with from by was has had been having goes since two three c d r n s id key code number ' +
    'user type name test tests time day date file index script text after have her his an taken months years left ' +
    'right so but using started start out up off into end take found own passed our days third ' +
    'fourth first support'
  ).split(' '),
);
const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  (
    'fiquei continua saiu entrou veio anda ando tou tava apareceu teve tomou tomei tomando levou levei passou deu ' +
    'recebeu pegou peguei precisa preciso chama chamar tirou tirei tirar retirou usando falar fale quebrou ' +
    'quebrei perdeu tentou segunda primeira terceira total pontos passo plano falta trabalho acidente consulta ' +
    'relatorio retorno controle usuario usuaria cliente titular pessoa pessoas menina menino filho filha aluno ' +
    'aluna numero codigo cartao conta contato copia acesso chave senha nome registro cadastro nacional fiscal ' +
    'documento carteira certificado licenca aparelho ambiente area fator fatura final forte graves especial geral ' +
    'social novo quadro producao problema tipo teste testes texto mensagem email telefone cannot dois duas tres ' +
    'quatro card account access service session private public certificate leave testing result week another ' +
    'address along attempt block broken business center client company control customer deploy digital document ' +
    'driver drivers episode failed failure general history image issues lower mail message national normal note ' +
    'notes phone positive negative post primary program random reach reached record records report reported ' +
    'reports ring section showed shows signing state storage study tenant transfer virtual visit visual whatsapp ' +
    'second scan count due signs checked lost arm tested active back marca ar suporte imagem perda memoria needs ' +
    'condition conditions results resultado sessions operation terminal getting losing going removed pulled ' +
    'extracted meetings deixou deixei parou parei suspeita faltou faltei break facility boca abriu abrir aberta ' +
    'comunicacao signed sign noite madrugada passei passamos virei virou ganhar ganhou ter tive bolsa altura ' +
    'dirigir funcao screening exam fails esqueci esqueceu acabou institution both pair dropped crashed declined ' +
    'refused liquido ataque ataques dispensado dispensada episodes language behavior calls light workers starts ' +
    'starting guide white hand clear thrown throwing receives received clean changed closed closes rest ' +
    'replacement finished separated sponsor taking tomorrow morning looked life care attack attacks pre treated ' +
    'restriction beta came awaiting waiting themselves confirmed scheduled dependent expecting rolled caught ' +
    'broke presented physical myself walking reads yellow sleep anonymous fraction restrictions partially ' +
    'confirmada confirmado usa chegou causa nosso nossa pra dez luz leite grave campo atendido emitir quase guia ' +
    'hoje ontem took child claim home bed cut boot finding frame fingers arms due today again live'
  ).split(' '),
);
