// SPDX-License-Identifier: Apache-2.0
/**
 * Work around illness: "vende próteses", "manages the vaccine cold chain", "é recepcionista da clínica de hemodiálise".
 * The goods and topics of a person's work are not that person's illness.
 */
import { setOf } from '../text/short-texts.ts';
import type { WordInClause } from './clause.ts';
import { CONJUNCTIONS, DETERMINERS, PREPOSITIONS } from './things-vocabulary.ts';

/** Verbs of work with a medical object; "develops" and "runs" also take illnesses and fevers. */
const TRADES = setOf(
  'vende vendem vendeu vender vendendo revende fabrica fabricou importa importou exporta distribui ' +
    'distribuiu fornece ' +
    'forneceu comercializa leciona ensina pesquisa audita sells sell sold selling resells imports ' +
    'exports distributes ' +
    'supplies supplied teaches taught researches markets manufactures',
);
const PLACES_OF_WORK = setOf('trabalha trabalhou trabalhava trabalhar atua atuou estagia estagiou plantonista');
const AT = setOf('na no nas nos numa num para pela pelo');
/** Behind a medical word, these make it a line of business, where people work or decide. */
const MANAGES = setOf(
  'manages managed leads led runs ran owns audits audited works worked drives coordinates directs ' +
    'heads joined markets ' +
    'founded supports advises volunteers designs builds consults interviewed',
);
const BUSINESSES = setOf(
  'clinic clinics center centre centers unit ward lab labs hospital app apps squad team line chain ' +
    'program programme ' +
    'software startup company product products portfolio project projects contract budget department ' +
    'division vendor ' +
    'platform benefits records research study studies charity foundation nonprofit inclusion cold ' +
    'supply data device ' +
    'devices equipment distributor insurer',
);
const ROLES = setOf(
  'professor professora recepcionista secretaria secretario vendedor vendedora representante gerente coordenador ' +
    'coordenadora tecnico tecnica analista enfermeiro enfermeira medico medica residente estudante diretor diretora ' +
    'auxiliar assistente pesquisador pesquisadora supervisor supervisora chefe propagandista especialista docente ' +
    'consultor consultora comprador compradora fornecedor fornecedora estagiario estagiaria monitor monitora',
);
const OF = setOf('de da do das dos');
const BREAKS = setOf('com sem por apos desde mesmo apesar with without despite after since from');
const WORDS_MAX = 5;

export function isOfTrade({ word, before, behind }: WordInClause): boolean {
  const near = before.slice(-WORDS_MAX);
  const last = near.at(-1) ?? '';
  if (TRADES.has(last) || (TRADES.has(near.at(-2) ?? '') && DETERMINERS.has(last))) return true;
  if (behind.slice(0, 2).some((word) => BUSINESSES.has(word)) && saysSince(near, MANAGES)) return true;
  if (isOfTopic(word, before) || isOfSoftware(last, near.at(-2) ?? '', behind)) return true;
  if (!OF.has(last) && !AT.has(last)) return false;
  return (saysSince(near, PLACES_OF_WORK) && near.some((word) => AT.has(word))) || isOfRole(near);
}

const TOPICS = setOf(
  'palestra palestras aula aulas artigo artigos post posts tese dissertacao tcc monografia livro filme documentario ' +
    'podcast episodio video videos curso treinamento webinar workshop seminario corrida caminhada redacao pesquisa ' +
    'estudo capitulo poema essay thesis dissertation article paper talk lecture book film ' +
    'documentary episode training ' +
    'class seminar race walk research study chapter poem presentation apresentacao live newsletter blog',
);
const ABOUT = setOf('sobre about on contra against acerca');
const ARTICLES = setOf('o a os as the');
const OWNERS: readonly string[] = ['his ', 'her ', 'my ', 'their ', 'meu ', 'minha '];
const TOPIC_WORDS_MAX = 8;

/** "Dissertação sobre tuberculose", "thesis is on malaria"; about the author, "about my depression", it is a fact. */
function isOfTopic(word: string, before: readonly string[]): boolean {
  // "Contra o câncer" is one entry.
  if (word.startsWith('contra ')) return before.slice(-TOPIC_WORDS_MAX).some((each) => TOPICS.has(each));
  if (OWNERS.some((owner) => word.startsWith(owner))) return false;
  const end = ARTICLES.has(before.at(-1) ?? '') ? before.length - 1 : before.length;
  if (!ABOUT.has(before[end - 1] ?? '')) return false;
  return before.slice(Math.max(0, end - TOPIC_WORDS_MAX), end - 1).some((word) => TOPICS.has(word));
}

const SCREENS = setOf('tela modulo coluna enum endpoint aba botao widget componente schema microsservico');
const PARTS = setOf('component module endpoint screen column enum schema dropdown checkbox toggle widget microservice');

/** "A tela de alergias", "the allergies dropdown". */
function isOfSoftware(last: string, noun: string, behind: readonly string[]): boolean {
  return (OF.has(last) && SCREENS.has(noun)) || behind.slice(0, 2).some((word) => PARTS.has(word));
}

/** Matches one of the words, with no new thought behind it. */
function saysSince(words: readonly string[], verbs: ReadonlySet<string>): boolean {
  const verb = words.findLastIndex((word) => verbs.has(word));
  return verb >= 0 && words.slice(verb + 1).every((word) => !CONJUNCTIONS.has(word) && !BREAKS.has(word));
}

/** "Professor de", "recepcionista da clínica de", "secretária no setor de"; a manager "na UTI" may be ill. */
function isOfRole(words: readonly string[]): boolean {
  if (!OF.has(words.at(-1) ?? '')) return false;
  if (ROLES.has(words.at(-2) ?? '')) return true;
  const isPlace = !PREPOSITIONS.has(words.at(-2) ?? '') && PREPOSITIONS.has(words.at(-3) ?? '');
  return isPlace && PLACES.has(words.at(-2) ?? '') && ROLES.has(words.at(-4) ?? '');
}

const PLACES = setOf(
  'clinica centro setor area departamento unidade ala laboratorio instituto servico nucleo curso loja',
);
