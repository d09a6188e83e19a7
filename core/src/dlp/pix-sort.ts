/**
 * "Faz o Pix no meu celular mesmo, (34) …": who pays is told by which of somebody's numbers or addresses, and the value
 * follows behind a comma. Told of what failed, or of a receipt, it is no key.
 */
import type { Span } from './pix-answer.ts';
import { setOf, wordsIn } from './short-texts.ts';
import { textAt, type View } from './view.ts';

const CLAUSE_LENGTH_MAX = 56;
const TAIL_WORDS_MAX = 3;

const VERBS = setOf(
  'faz faca fazer fazem facam manda mande mandar mandem passa passe passar passem deixa deixar joga jogue jogar ' +
    'envia envie enviar paga pague pagar paguem transfere transfira transferir deposita deposite depositar recebo ' +
    'aceito pode send pay make transfer can please just do drop use',
);
const DENIALS = setOf(
  'nao nunca sem nem erro falhou falha trava travou consigo consegui conseguiu caiu not never cannot t failed ' +
    'fails error comprovante recibo receipt',
);
const TIES = setOf(
  'no na do pro pra para pelo via em por ao nesse neste esse este to on at through with it o a meu minha nosso ' +
    'nossa my our the this',
);
const SORTS = setOf(
  'celular cel telefone tel fone zap whats whatsapp wpp numero cpf cnpj email mail phone cell cellphone mobile ' +
    'number',
);
/** What may stand between the sort of key and its value. */
const TAIL = setOf(
  'mesmo mesma aqui daqui ai da do de dele dela meu minha nosso nossa loja empresa oficina padaria barraca ' +
    'igreja firma salao casa filha filho esposa marido mae pai irma irmao number address too here itself then is ' +
    'e eh',
);

/** @param pixStart of the word Pix @param pixEnd behind it */
export function isPaidBySort(view: View, pixStart: number, pixEnd: number, span: Span): boolean {
  const lead = wordsIn(lastClause(textAt(view, pixStart - CLAUSE_LENGTH_MAX, pixStart).toLowerCase()));
  if (lead.some((word) => DENIALS.has(word))) return false;
  const words = wordsIn(textAt(view, pixEnd, span.start).toLowerCase().replace('e-mail', 'email'));
  const sort = words.findIndex((word) => !TIES.has(word));
  if (sort < 1 || !SORTS.has(words[sort] as string)) return false;
  const tail = words.slice(sort + 1);
  if (tail.length > TAIL_WORDS_MAX || !tail.every((word) => TAIL.has(word))) return false;
  // In English the word is a verb itself: "just pix it to my e-mail".
  return words[0] === 'it' || lead.length === 0 || lead.some((word) => VERBS.has(word));
}

const PAYMENTS = setOf(
  'cartao cartoes boleto boletos dinheiro debito credito ted doc transferencia vale especie cheque',
);

/** "Aceitamos Pix e cartão, celular …": a list of ways to pay, where the e is no copula. @param behind the word Pix */
export function isAmongPayments(behind: string): boolean {
  const [, next = ''] = wordsIn(behind.toLowerCase());
  return PAYMENTS.has(next);
}

function lastClause(text: string): string {
  const marks = ['. ', ', ', '; ', '! ', '? ', '\n', ': '].map((mark) => text.lastIndexOf(mark));
  return text.slice(Math.max(0, ...marks));
}
