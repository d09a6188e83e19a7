// SPDX-License-Identifier: Apache-2.0
/**
 * Documents and medical words that things have too: revenue from rent, an engineer's report, the symptom of a network.
 * The owner named in the text decides.
 */
import { setOf } from '../text/short-texts.ts';
import { nounsOf } from './clause.ts';
import { OF_BODY } from './predicates.ts';
import { ORGANISATIONS, PEOPLE, THINGS } from './things-vocabulary.ts';

export const RECORD_LENGTH_MAX = 11;
const PAPERS = setOf('prontuario prontuarios laudo laudos atestado receita receitas exame');
const STATES = setOf('sintoma sintomas diagnostico diagnosticos tratamento symptom symptoms diagnosis treatment');
const OF = setOf('de da do das dos of');

const OF_PAPERS = setOf(
  'condutor condutora condutores motorista motoristas habilitacao cnh veiculo veiculos carro carros ' +
    'caminhao instalacao ' +
    'instalacoes caldeira caldeiras vaso vasos maquina maquinas equipamento equipamentos estrutura ' +
    'estruturas predio ' +
    'imovel obra avaliacao vistoria capacidade direcao bolo bolos vendas vizinhanca elevador elevadores spda painel ' +
    'paineis tubulacao cedente fornecedor',
);
/** Income, in Portuguese the same word as a prescription. */
const INCOMES = setOf(
  'aluguel alugueis locacao locacoes arrendamento servicos exportacao exportacoes publicidade assinatura assinaturas ' +
    'bilheteria patrocinio patrocinios juros dividendos royalties frete fretes passagens mensalidades tarifas ' +
    'doacoes taxas multas tributos impostos estacionamento ingressos comissoes licenciamento terceiros',
);
/** Experts on buildings, land and books. A physician may be called an expert too, and an engineer may be ill. */
const REPORTERS = setOf(
  'engenheiro engenheira engenheiros arquiteto arquiteta avaliador avaliadora topografo topografa agronomo ' +
    'agronoma geologo geologa contador contadora vistoriador vistoriadora eletricista bombeiros auditor auditora',
);
const OF_REPORTS = setOf(
  'estrutural topografico contabil grafotecnico arbitral ambiental geotecnico cautelar fotografico eletrico ' +
    'hidraulico acustico agronomico',
);
const EXPERTS = setOf('pericial perito perita');
/** Things that are also parts of a body. */
const OF_BODY_TOO = setOf('disco disk tronco planta plantas vaso vasos processo processos junta juntas image dor');

export function isRecord(word: string): boolean {
  return PAPERS.has(word) || STATES.has(word);
}

/**
 * "Prontuário de condutor", "atestado de capacidade técnica", "prontuário NR-13 da caldeira", "sintoma da fábrica".
 * @param behind words of its clause behind it
 */
export function isRecordOfThing(word: string, behind: readonly string[]): boolean {
  if (STATES.has(word)) return isStateOfThing(behind);
  const [tie = '', next = '', last = ''] = behind;
  if (tie === 'nr') return true;
  const isReport = word === 'laudo' || word === 'laudos';
  if (isReport && (OF_REPORTS.has(tie) || (EXPERTS.has(tie) && OF_REPORTS.has(next)))) return true;
  if (!OF.has(tie)) return false;
  const [noun] = nounsOf(behind.slice(1));
  if (noun === undefined || behind.includes('laborativa')) return false;
  if (isReport && (REPORTERS.has(noun) || (EXPERTS.has(noun) && OF_REPORTS.has(last)))) return true;
  return OF_PAPERS.has(noun) || ((word === 'receita' || word === 'receitas') && INCOMES.has(noun));
}

/** "Um sintoma real da fábrica": an adjective may stand between. */
function isStateOfThing(behind: readonly string[]): boolean {
  const tie = OF.has(behind[0] ?? '') ? 0 : 1;
  if (!OF.has(behind[tie] ?? '')) return false;
  const nouns = nounsOf(behind.slice(tie + 1));
  if (nouns.some((noun) => PEOPLE.has(noun) || OF_BODY.has(noun) || OF_BODY_TOO.has(noun))) return false;
  const noun = behind[tie] === 'of' ? nouns.at(-1) : nouns[0];
  return noun !== undefined && (THINGS.has(noun) || ORGANISATIONS.has(noun));
}
