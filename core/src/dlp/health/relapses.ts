// SPDX-License-Identifier: Apache-2.0
/**
 * Relapses: "relapsed into drinking" is an illness, "relapsed to the old plan" a change of contract. Real relapses are
 * listed; plans, tools and habits are none.
 */
import { setOf } from '../text/short-texts.ts';
import { THINGS } from './things-vocabulary.ts';

const RELAPSED = setOf('relapsed relapsing relapse relapses recaiu recaindo recair recaida recaidas');
const INTO = setOf('to into onto no na nos nas em ao aos');
const BACK = setOf('back voltou voltei voltando voltaram returned returning');
const REAL = setOf(
  'drinking drink alcohol alcoholism addiction drug drugs heroin cocaine crack meth opioid opioids fentanyl oxy ' +
    'pills pill weed marijuana smoking cigarettes gambling using use substance substances abuse depression illness ' +
    'disease cancer psychosis mania bulimia anorexia coma anxiety eating purging fever hospital rehab clinic ' +
    'aa meetings sponsor beber ' +
    'treatment chemo therapy icu detox self harm sickness sadness despair bebida alcool cachaca vicio vicios droga ' +
    'drogas cocaina heroina maconha cigarro alcoolismo depressao doenca jogatina apostas crise uso tratamento ' +
    'hospital clinica uti internacao quimioterapia quimio leito quarto remedio medicacao first last early late ' +
    'march april may june july january february august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro ' +
    'novembro dezembro segunda terca quarta quinta sexta sabado domingo semana mes ano fim inicio noite dia ' +
    'manha tarde feriado ferias natal casa end beginning',
);
/** Objects of relapses at work, by name; the list of things has the others. */
const TOOLS = setOf(
  'excel windows linux mac jquery php java delphi word outlook whatsapp instagram facebook tiktok twitter linkedin ' +
    'android iphone ios vim emacs react angular python cobol access photoshop figma notion slack teams zoom sheets ' +
    'plano plan plans tier iphone chrome firefox notepad papel paper spreadsheet',
);
const REACH_WORDS_MAX = 7;

/** @param word a health word @param behind words of its clause behind it */
export function isReturnToThing(word: string, behind: readonly string[]): boolean {
  const own = word.slice(word.lastIndexOf(' ') + 1);
  if (!RELAPSED.has(own)) return false;
  const near = behind.slice(0, REACH_WORDS_MAX);
  if (near.some((each) => REAL.has(each))) return false;
  if (INTO.has(near[0] ?? '')) return near.length > 1 && !isNumber(near[1] as string);
  const back = near.findIndex((each) => BACK.has(each));
  return back >= 0 && near.slice(back + 1).some((each) => THINGS.has(each) || TOOLS.has(each));
}

function isNumber(word: string): boolean {
  return word.charAt(0) <= '9';
}

const RISES = setOf('alta altas');
const PRICED = setOf(
  'plano planos preco precos valor valores mensalidade fatura faturas conta ticket chamado tarifa tarifas aluguel ' +
    'salario nota avaliacao vendas demanda consumo procura acoes cotacao comissao premio parcela juros limite score',
);

/** "Teve alta no plano", "teve alta de 12%": "alta" is a rise in price or a discharge from hospital. */
export function isRise(word: string, behind: readonly string[], rest: string): boolean {
  if (!RISES.has(word.slice(word.lastIndexOf(' ') + 1))) return false;
  const [tie = '', next = ''] = behind;
  if (tie === 'de' && isNumber(next) && PERCENT.has(rest.charAt(rest.indexOf(next) + next.length))) return true;
  return ['no', 'na', 'nos', 'nas', 'de', 'do', 'da'].includes(tie) && PRICED.has(next);
}

const PERCENT: ReadonlySet<string> = new Set(['%']);
