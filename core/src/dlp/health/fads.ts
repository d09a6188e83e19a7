// SPDX-License-Identifier: Apache-2.0
/**
 * Conditions without a germ: "febre de figurinha", "World Cup fever", "depressão de segunda-feira", a heart attack over
 * an invoice. The words tied to the condition tell it from an illness.
 */
import { GIVEN_NAMES } from '../lexicon/given-names.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';
import type { WordInClause } from './clause.ts';
import { DETERMINERS, FADS, PEOPLE, THINGS } from './things-vocabulary.ts';

const OF = setOf('de da do das dos of');
const IN = setOf('em no na nos nas in on');
const FEVERS = setOf('febre fever');
const NAMES = setOf(GIVEN_NAMES.replaceAll(',', ''));
/** "A fever for two days", but "for vintage lamps". */
const SPANS = setOf(
  'a an the two three four five six seven ten days weeks hours several some many more over about almost most now',
);
/** Fevers described by their cause, height or time: "febre de madrugada", "fever of unknown origin". */
const OF_FEVERS = setOf(
  'origem causa verdade novo manha tarde noite madrugada ontem hoje anteontem segunda terca quarta quinta sexta ' +
    'sabado domingo dia dias semana semanas hora horas graus grau trinta quarenta quase mais ate cerca uns dengue ' +
    'chikungunya zika malaria covid gripe feno lassa malta mayaro oropouche febre oeste nilo queensland infeccao ' +
    'garganta dente dentes foco fundo vacina reacao baixa alta intensidade grande leve moderada repente vez leite ' +
    'crianca criancas bebe gato rato carrapato tifo inicio dois duas tres quatro cinco seis sete oito nove dez um ' +
    'uma unknown about over almost nearly around more up at two three four five six seven thirty one hundred',
);
/** After these events everyone feels low: "depressão pós-férias". */
const OF_LOWS = setOf(
  'feriado ferias carnaval natal copa serie show lancamento domingo segunda viagem jogo derrota festa reuniao evento ' +
    'holiday holidays vacation season finale monday sunday conference launch',
);
const LOWS = setOf('depressao depression alergia alergias allergy');
const FRIGHTS = setOf('infarto infartou infartei avc treco heart attack stroke ataque enfarte aneurysm aneurisma');
const SEES = setOf('viu vi ver vendo vimos abriu abri abrindo saw seeing opened');
const WITH = setOf('com with');
const FRIGHT_WORDS_MAX = 5;
/** Places without patients: an attack there is a crash, and people stay there to work or play. */
const SOFTWARE = setOf(
  'codigo deploy build pipeline cluster kubernetes api app backend frontend site planilha query repositorio repo ' +
    'firewall roteador switch wifi gateway excel orcamento cronograma sprint backlog jira crm erp checkout',
);
const SERVERS = setOf('servidor servidores');
const SERVED = setOf(
  'producao email emails banco dados arquivos aplicacao homologacao teste testes impressao backup jogos internet ' +
    'rede cache autenticacao arquivo logs',
);
/** Words on the line of a machine. In Portuguese "servidor" is also a civil servant. */
const CRASHES = setOf(
  'banco deploy log logs cpu ram disco api site app backup reboot reiniciar reiniciei reiniciado restart rollback ' +
    'query deadlock fila producao travou memoria',
);
const STAYED = setOf('internado internada internados internadas');
const DESKS = setOf(
  'planilha planilhas excel codigo jira backlog reuniao reunioes call calls notion netflix twitter tiktok instagram ' +
    'discord steam videogame game whatsapp slack github deploy sprint tcc relatorio relatorios',
);
const PLANS = setOf('plano planos');
const OF_PLANS = setOf(
  'free gratuito gratis antigo legado trial premium mensal anual starter acao contingencia negocio negocios migracao ' +
    'carreira voo fuga marketing internet dados assinatura streaming',
);
const PRICED = setOf('fatura boleto preco conta orcamento cotacao multa invoice bill quote price estimate saldo');

/** @param rest the text that follows on the line */
export function isFad({ word, before, behind }: WordInClause, rest: string): boolean {
  const own = word.slice(word.lastIndexOf(' ') + 1);
  if (LOWS.has(own)) return isLow(before.at(-1) ?? '', behind);
  if (FRIGHTS.has(own)) return isFright(behind) || isCrash(behind, rest);
  if (STAYED.has(own)) return isStayAtWork(behind);
  if (!FEVERS.has(own)) return false;
  const [tie = '', next = '', last = ''] = behind;
  if (FADS.has(before.at(-1) ?? '') && own === 'fever') return true;
  if (before.at(-1) === 'e' && before.length > 1 && IN.has(tie)) return true;
  if (before.at(-1) === 'na' && OF.has(tie)) return true;
  if (tie === 'for' && next !== '' && !isNumber(next) && !SPANS.has(next)) return true;
  if (tie === 'de' || tie === 'of') return !mayBeFever(next);
  return OF.has(tie) && (FADS.has(next) || (DETERMINERS.has(next) && FADS.has(last)));
}

function isNumber(word: string): boolean {
  return word.charAt(0) <= '9';
}

/** "Febre de 39", "de Ana", "de origem desconhecida". */
function mayBeFever(next: string): boolean {
  return isNumber(next) || OF_FEVERS.has(next) || NAMES.has(next) || PEOPLE.has(next) || DETERMINERS.has(next);
}

function isLow(last: string, [tie = '', next = '']: readonly string[]): boolean {
  if (OF_LOWS.has(last)) return true;
  return (OF.has(tie) || tie === 'pos' || tie === 'post') && OF_LOWS.has(next);
}

/** "Quase teve um infarto quando viu a fatura". */
function isFright(behind: readonly string[]): boolean {
  const sees = behind.slice(0, FRIGHT_WORDS_MAX).findIndex((word) => SEES.has(word));
  if (sees < 0) return WITH.has(behind[0] ?? '') && behind.slice(1, 3).some((word) => PRICED.has(word));
  const seen = behind.slice(sees + 1).find((word) => !DETERMINERS.has(word)) ?? '';
  return PRICED.has(seen) || THINGS.has(seen);
}

/** "Infarto no deploy", "AVC no servidor de e-mail" are no illness; "AVC no servidor Paulo" has a patient. */
function isCrash([tie = '', ...place]: readonly string[], rest: string): boolean {
  if (!IN.has(tie)) return false;
  const [next = '', of = '', last = ''] = place.filter((word) => !DETERMINERS.has(word));
  if (SOFTWARE.has(next)) return true;
  if (!SERVERS.has(next)) return false;
  if (of === '') return wordsIn(rest).some((word) => CRASHES.has(word));
  return OF.has(of) && SERVED.has(last);
}

/** "Internada na planilha desde cedo", "internado no plano gratuito". */
function isStayAtWork([tie = '', ...place]: readonly string[]): boolean {
  if (!IN.has(tie)) return false;
  const [next = '', of = '', last = ''] = place.filter((word) => !DETERMINERS.has(word));
  return DESKS.has(next) || (PLANS.has(next) && (OF_PLANS.has(of) || (OF.has(of) && OF_PLANS.has(last))));
}
