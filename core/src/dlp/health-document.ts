/**
 * What a long text is: the contract, letter, notice, course or report that its first line names speaks of nobody, and
 * in a long text without a person words of medicine must stand close together to be somebody's.
 */
import { isTitled } from './health-subject.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { isLetterAt, textAt, type View } from './view.ts';
import { DICTIONARY } from './vocabulary.ts';
import { WordReader } from './words.ts';

/** Shorter texts are read as messages, which name nobody even where they speak of somebody. */
const LONG_TEXT_BYTES = 250;
const TITLE_BYTES_MAX = 120;
const TITLE_WORD_MAX = 16;
const PERSON_REACH = 200;
const PERSON_REACH_UNDER_TITLE = 150;
const CLINICAL_REACH = 200;
const CLINICAL_WORDS_MIN = 3;
const CLINICAL_POINTS_MIN = 5;
const PERSON_WORD_MAX = 12;

const PUBLIC_TITLES: ReadonlySet<string> = new Set(
  (
    'cotista cotistas acionista acionistas investidor investidores gestor contrato aditivo licitacao edital ' +
    'pregao manutencao jari comunicado circular aviso informativo gabarito simulado vestibular inventario acervo ' +
    'museu catalogo tombo exposicao rodada campeonato partida geofisico geofisica geologico geologica agronomico ' +
    'agronomica lavoura safra incidente incidentes postmortem mortem estatistica ensino ementa disciplina ' +
    'syllabus parecer juridico resenha critica pauta ordem camara lei decreto portaria resolucao regimento ' +
    'escolar descricao cargo vaga roteiro manual condominio cooperativa assembleia auditoria mercado festival ' +
    'maintenance contract agreement shareholders investors tender quiz inventory museum exhibition match fixture ' +
    'geophysical geological agronomy crop incident timeline statistics course catalogue catalog bylaw handbook ' +
    'campaign fundraising'
  ).split(' '),
);
/** The same in several words, each of which heads charts too: "nota de evolução", "história clínica". */
const PUBLIC_TITLE_PHRASES: readonly string[] = (
  'nota tecnica,linha do tempo,estudo de mercado,pesquisa de clima,pesquisa de mercado,historia do,recurso de multa,' +
  'recurso a jari,prova de,exam paper,museum guide,letter to shareholders,letter to investors,trabalho escolar'
).split(',');
/** Said of terms and of things as often. */
const NO_PERSON: ReadonlySet<string> = new Set(['anos', 'estava', 'estava com', 'esta com', 'nome', 'titular']);

/**
 * @param start of the health word or group of words
 * @param end behind it
 * @param isDisease whether it is one word without another sense
 */
export function isOfNobody(view: View, start: number, end: number, isDisease: boolean): boolean {
  if (view.bytes.length < LONG_TEXT_BYTES) return false;
  const isPublic = hasPublicTitle(view);
  if (hasPerson(view, start, end, isPublic ? PERSON_REACH_UNDER_TITLE : PERSON_REACH)) return false;
  return isPublic || (!isDisease && !isClinical(view, start, end));
}

function hasPublicTitle(view: View): boolean {
  const words = new WordReader(view.bytes);
  const { newlines } = view.tokens;
  const to = newlines.length > 0 ? newlines.at(0) : TITLE_BYTES_MAX + 1;
  if (to > TITLE_BYTES_MAX) return false;
  if (isClinicalTitle(view, to)) return false;
  const title = textAt(view, 0, to).toLowerCase();
  if (PUBLIC_TITLE_PHRASES.some((phrase) => title.includes(phrase))) return true;
  for (let index = 0; index < to; index = words.end) {
    while (index < to && !isLetterAt(view, index)) index += 1;
    if (index >= to) return false;
    words.read(index);
    if (words.end - index > TITLE_WORD_MAX) continue;
    if (PUBLIC_TITLES.has(textAt(view, index, words.end).toLowerCase())) return true;
  }
  return false;
}

/** "Plano de cuidados – fisioterapia", "pesquisa de HIV": a word of medicine in the title makes it a record. */
function isClinicalTitle(view: View, to: number): boolean {
  const { starts, entries } = view.phrases;
  for (let phrase = 0; phrase < starts.length && starts.at(phrase) < to; phrase += 1) {
    const weight = DICTIONARY.entries[entries.at(phrase)]?.weight ?? 0;
    if (weight >= WEIGHT.WEAK && weight !== WEIGHT.PROFESSION) return true;
  }
  return false;
}

function hasPerson(view: View, start: number, end: number, reach: number): boolean {
  const { starts, ends, entries } = view.phrases;
  for (let phrase = starts.countBelow(start - reach); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + reach) return false;
    if (DICTIONARY.entries[entries.at(phrase)]?.weight !== WEIGHT.PERSON || isTitled(view, starts.at(phrase))) continue;
    const isShort = ends.at(phrase) - starts.at(phrase) <= PERSON_WORD_MAX;
    if (!isShort || !NO_PERSON.has(textAt(view, starts.at(phrase), ends.at(phrase)).toLowerCase())) return true;
  }
  return false;
}

/** So many words of medicine close together are a record, which need not say whose it is. */
function isClinical(view: View, start: number, end: number): boolean {
  const { starts, entries } = view.phrases;
  const seen = new Set<number>();
  let points = 0;
  for (let phrase = starts.countBelow(start - CLINICAL_REACH); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + CLINICAL_REACH) break;
    const weight = DICTIONARY.entries[entries.at(phrase)]?.weight ?? 0;
    if (weight < WEIGHT.WEAK || weight === WEIGHT.PROFESSION || seen.has(entries.at(phrase))) continue;
    seen.add(entries.at(phrase));
    points += weight;
  }
  return seen.size >= CLINICAL_WORDS_MIN && points >= CLINICAL_POINTS_MIN;
}
