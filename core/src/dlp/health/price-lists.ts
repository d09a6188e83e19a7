// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of goods. Their header names a price and a stock, or a price and goods, and no person. The medicines in their
 * rows are for sale.
 */
import { type Document, textAt } from '../document/document.ts';
import type { Spans } from '../document/spans.ts';
import { HEADER_LENGTH_MAX } from '../document/table-cells.ts';
import { takeList } from '../text/int-list.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';

const PRICES = setOf(
  'preco precos price prices pvp pmc valor valores unitario venda custo cost costs msrp brl usd atacado varejo',
);
const STOCK = setOf(
  'estoque estoques stock inventory inventario saldo sku skus ean gtin barcode ncm reposicao fornecedor ' +
    'supplier vendor fabricante manufacturer embalagem prateleira shelf warehouse reorder',
);
/** Goods that a person's order names too; these count only where no text stands before the table. */
const GOODS = setOf(
  'produto produtos product products item itens items artigo mercadoria descricao description medicamento ' +
    'medicamentos remedio medicine drug codigo cod code quantidade qtd qtde qty quantity unit',
);
/** Columns about a person. A name alone may belong to the goods. */
const PERSONS = setOf(
  'paciente pacientes patient patients cliente clientes customer customers client beneficiario beneficiaria ' +
    'beneficiary funcionario funcionaria employee colaborador colaboradora titular segurado segurada insured ' +
    'dependente dependent aluno aluna student associado member usuario usuaria user comprador buyer morador socio ' +
    'pessoa person responsavel cpf rg cns matricula prontuario mrn telefone celular phone email endereco address ' +
    'nascimento birth dob idade age sexo sex convenio plano insurance plan diagnostico diagnosis cid icd medico ' +
    'medica doctor crm prescritor prescriber posologia alergia allergy quarto leito room bed',
);
const NAMES = setOf('nome name names nomes quem who data date dia');

/** True when `position` stands in a row of such a table. */
export function isInPriceList(document: Document, position: number): boolean {
  document.priceLists ??= findPriceLists(document);
  const { starts, ends } = document.priceLists;
  const list = starts.countBelow(position + 1) - 1;
  return list >= 0 && position < ends.at(list);
}

function findPriceLists(document: Document): Spans {
  const { starts, labels } = document.cells;
  const lists: Spans = { starts: takeList(), ends: takeList() };
  let first = -1;
  for (let cell = 0; cell < starts.length; cell += 1) {
    if (labels.at(cell) >= 0) {
      if (first < 0) first = starts.at(cell);
    } else if (first >= 0) {
      if (document.bytes[first - 1] === 0x0a && namesGoodsAbove(document, first)) {
        lists.starts.push(first);
        lists.ends.push(starts.at(cell));
      }
      first = -1;
    }
  }
  return lists;
}

/** The line before a table's first row, above the rule that Markdown and databases draw below it. */
function namesGoodsAbove(document: Document, first: number): boolean {
  const { newlines } = document.tokens;
  for (let line = newlines.countBelow(first) - 1; line >= 0; line -= 1) {
    const end = newlines.at(line);
    const start = line > 0 ? newlines.at(line - 1) + 1 : 0;
    if (end - start > HEADER_LENGTH_MAX) return false;
    const header = wordsIn(textAt(document, start, end).toLowerCase());
    if (header.length > 0) return namesGoods(header, start === 0);
  }
  return false;
}

function namesGoods(header: readonly string[], isAlone: boolean): boolean {
  if (!header.some((word) => PRICES.has(word)) || header.some((word) => PERSONS.has(word))) return false;
  if (header.some((word) => STOCK.has(word))) return true;
  return isAlone && header.some((word) => GOODS.has(word)) && !header.some((word) => NAMES.has(word));
}
