// SPDX-License-Identifier: Apache-2.0
/**
 * The purpose of a requested document: "RG da mãe pro protocolo da escola: 29…". "Protocolo" names no other number
 * there. It explains why the document behind the colon is needed.
 */
import { FIELD_END_EXPRESSION } from '../text/expressions.ts';

const PURPOSES: ReadonlySet<string> = new Set('para pra pro pras pros pelo pela que for to with'.split(' '));
const DENIALS: ReadonlySet<string> = new Set('nao sem not without invalido pendente vencido'.split(' '));
const INTRODUCTIONS: readonly string[] = [':', ' -', ' e', ' eh', ' is', ',', '='];

/**
 * @param before between the word for the document and the other word
 * @param after between the other word and the number
 */
export function saysWhatFor(before: string, after: string): boolean {
  if (FIELD_END_EXPRESSION.test(before)) return false;
  const lead = after.trimEnd().toLowerCase();
  if (!INTRODUCTIONS.some((mark) => lead.endsWith(mark))) return false;
  // "RG do titular (cópia no anexo do pedido): …": words in brackets name nothing behind them.
  const open = before.lastIndexOf('(');
  if (open >= 0 && !before.includes(')', open)) return lead.startsWith(')') || lead.endsWith('):');
  if (FIELD_END_EXPRESSION.test(lead.slice(0, -1))) return false;
  const words = before.toLowerCase().replace(',', ' ,').split(' ');
  const purpose = words.findIndex((word) => PURPOSES.has(word));
  const comma = words.indexOf(',');
  // A comma begins another field, unless the words after it continue the purpose.
  if (purpose < 0 || (comma >= 0 && comma !== purpose - 1)) return false;
  return !words.some((word) => DENIALS.has(word));
}
