// SPDX-License-Identifier: Apache-2.0
/**
 * A key that is named by its type or its owner: "Faz o Pix no meu celular mesmo, (34) …", "manda o sinal no Pix do meu
 * primo, (85) …". The value follows behind a comma. Beside a failure or a receipt it is no key.
 */
import type { DlpType } from '@svc/contract';
import { type Document, spansOf, textAt } from '../document/document.ts';
import type { Finding } from '../finding.ts';
import { LABEL } from '../lexicon/label.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';
import type { Span } from './pix-answer.ts';

const CLAUSE_LENGTH_MAX = 56;
const TAIL_WORDS_MAX = 3;

const PAYS = setOf(
  'faz faca fazer fazem facam manda mande mandar mandem passa passe passar passem deixa deixar joga jogue jogar ' +
    'envia envie enviar paga pague pagar paguem transfere transfira transferir deposita deposite depositar vai ' +
    'send pay make transfer drop',
);
const VERBS: ReadonlySet<string> = new Set([...PAYS, ...'recebo aceito pode can please just do use'.split(' ')]);
const INTO = setOf('no pro pelo via por to');
const DENIALS = setOf(
  'nao nunca sem nem erro falhou falha trava travou consigo consegui conseguiu caiu not never cannot t failed ' +
    'fails error comprovante recibo receipt',
);
const TIES = setOf(
  'no na do pro pra para pelo via em por ao nesse neste esse este to on at through with it o a meu minha nosso ' +
    'nossa my our the this',
);
const TYPE_KEYS = setOf(
  'celular cel telefone tel fone zap whats whatsapp wpp numero cpf cnpj email mail phone cell cellphone mobile ' +
    'number',
);
/** Words that may stand between the type of key and its value. */
const TAIL = setOf(
  'mesmo mesma aqui daqui ai da do de dele dela meu minha nosso nossa loja empresa oficina padaria barraca ' +
    'igreja firma salao casa filha filho esposa marido mae pai irma irmao number address too here itself then is ' +
    'e eh',
);

const OF = setOf('do da dos das');
const OWNERS = setOf(
  'primo prima tio tia avo vovo mae pai irmao irma filho filha marido esposa esposo mulher sogro sogra cunhado ' +
    'cunhada genro nora sobrinho sobrinha neto neta padrasto madrasta enteado enteada padrinho madrinha afilhado ' +
    'afilhada namorado namorada noivo noiva amigo amiga colega vizinho vizinha socio socia chefe patrao patroa ' +
    'sindico sindica zelador zeladora porteiro dono dona caseiro motorista motoboy entregador pedreiro pintor ' +
    'eletricista encanador jardineiro diarista faxineira cuidadora baba professor professora tesoureiro tesoureira ' +
    'corretor corretora advogado advogada contador contadora pastor padre',
);

/** @param pixStart start of the word Pix @param pixEnd position behind it */
export function isPaidByType(document: Document, pixStart: number, pixEnd: number, span: Span): boolean {
  const lead = leadOf(document, pixStart);
  if (lead.some((word) => DENIALS.has(word))) return false;
  const words = wordsIn(textAt(document, pixEnd, span.start).toLowerCase().replace('e-mail', 'email'));
  const owner = isInto(lead) ? ownerEnd(words) : 0;
  if (owner > 0) return isTail(words.slice(owner)) || isType(words.slice(owner), 0);
  // In English the word Pix can be a verb: "just pix it to my e-mail".
  return isType(words, 1) && (words[0] === 'it' || lead.length === 0 || lead.some((word) => VERBS.has(word)));
}

/**
 * "Manda o sinal da reserva no Pix: …": the word before Pix is the thing that is paid, and does not name the number.
 */
export function isPaidInto(document: Document, pixStart: number): boolean {
  const lead = leadOf(document, pixStart);
  return isInto(lead) && !lead.some((word) => DENIALS.has(word));
}

function isInto(lead: readonly string[]): boolean {
  if (!INTO.has(lead.at(-1) ?? '')) return false;
  return lead.length === 1 || lead.some((word) => PAYS.has(word));
}

function leadOf(document: Document, pixStart: number): string[] {
  return wordsIn(lastClause(textAt(document, pixStart - CLAUSE_LENGTH_MAX, pixStart).toLowerCase()));
}

/** Counts the words that name the owner of the Pix key: "do meu primo". */
function ownerEnd(words: readonly string[]): number {
  if (!OF.has(words[0] ?? '')) return 0;
  const noun = words.findIndex((word, index) => index > 0 && !TIES.has(word));
  return OWNERS.has(words[noun] ?? '') ? noun + 1 : 0;
}

/** "No meu celular mesmo". @param ties minimum of words before the type */
function isType(words: readonly string[], ties: number): boolean {
  const sort = words.findIndex((word) => !TIES.has(word));
  return sort >= ties && TYPE_KEYS.has(words[sort] ?? '') && isTail(words.slice(sort + 1));
}

function isTail(words: readonly string[]): boolean {
  return words.length <= TAIL_WORDS_MAX && words.every((word) => TAIL.has(word));
}

const REFERENCE_GAP_MAX = 160;
const REFERENCE_LENGTH_MAX = 40;
const IS = setOf('e eh is');
const SAME = setOf('proprio propria mesmo mesma same own');
const ABOVE = setOf('acima above');
const TYPES_OF_WORD: ReadonlyMap<string, DlpType> = new Map([
  ['cpf', 'CPF'],
  ['cnpj', 'CNPJ'],
  ['email', 'EMAIL'],
  ...'celular telefone fone zap whatsapp phone cellphone mobile'
    .split(' ')
    .map((word): [string, DlpType] => [word, 'PHONE_BR']),
]);

/** "CNPJ 12.345… A chave Pix é o próprio CNPJ acima": the key is a value that the text gave before. */
export function isKeyByReference(document: Document, { type, end }: Finding): boolean {
  const pix = spansOf(document, LABEL.PIX);
  const index = pix.starts.countBelow(end);
  if (index >= pix.starts.length || pix.starts.at(index) - end > REFERENCE_GAP_MAX) return false;
  const from = pix.ends.at(index);
  const said = textAt(document, from, from + REFERENCE_LENGTH_MAX)
    .toLowerCase()
    .replace('e-mail', 'email');
  const words = wordsIn(said);
  if (!IS.has(words[0] ?? '') && document.bytes[from] !== 0x3a) return false;
  const sort = words.findIndex((word) => !IS.has(word) && !TIES.has(word) && !SAME.has(word));
  if (TYPES_OF_WORD.get(words[sort] ?? '') !== type) return false;
  return ABOVE.has(words[sort + 1] ?? '') || words.slice(0, sort).some((word) => SAME.has(word));
}

const PAYMENTS = setOf(
  'cartao cartoes boleto boletos dinheiro debito credito ted doc transferencia vale especie cheque',
);

/**
 * "Aceitamos Pix e cartão, celular …": in a list of ways to pay, "e" is no copula.
 * @param behind position behind the word Pix
 */
export function isAmongPayments(behind: string): boolean {
  const [, next = ''] = wordsIn(behind.toLowerCase());
  return PAYMENTS.has(next);
}

function lastClause(text: string): string {
  const marks = ['. ', ', ', '; ', '! ', '? ', '\n', ': '].map((mark) => text.lastIndexOf(mark));
  return text.slice(Math.max(0, ...marks));
}
