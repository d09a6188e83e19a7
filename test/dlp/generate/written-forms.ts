// SPDX-License-Identifier: Apache-2.0
/** More ways to write the same values, and longer texts around them. */
import { BASE62, BASE64, BASE64_URL, cnpj, cpf, HEX, luhn, mixed, pemLines, rg, uuid } from './draw.ts';
import type { Random } from './random.ts';

const AREAS = '11 19 21 24 27 31 35 41 47 51 54 61 62 65 67 71 75 79 81 83 84 85 86 88 91 92 95 98'.split(' ');
const NUMERALS = '0123456789';
const PEOPLE = (
  'Francisca das Chagas Lima|Wellington Sobrinho|Iracema Guajajara|Heitor Zanella|Kauã Bittencourt|' +
  'Maria do Socorro Nunes|Édson Takahashi|Priscila Schmitt|Tainá Xavier|Gilberto Pimentel Neto|Olga Kowalski|' +
  'Djalma Cavalcanti|Sueli Matos|Emily Carter|Noah Whitfield|Raimunda Bezerra|Ícaro Peçanha|Nair Okada'
).split('|');
const PARAGRAPHS = (
  'A reunião de segunda começou com quinze minutos de atraso porque o projetor da sala não ligava.|' +
  'Ficou combinado que o relatório trimestral sai até o dia 20, com os números da filial de Contagem.|' +
  'The shipment left the warehouse on Tuesday and should clear customs by the end of the week.|' +
  'O estoque de embalagens caiu 12% desde março, e o fornecedor pediu reajuste de 4,8%.|' +
  'Please review the attached draft and leave your comments in the margin rather than in the chat.|' +
  'A obra da recepção atrasou por causa da chuva; a previsão agora é 3 semanas.|' +
  'Lembrar de trocar o toner da impressora do 2º andar e renovar o contrato do café.|' +
  'The new pricing page went live at 14:30 and the bounce rate has been stable at about 41%.|' +
  'O time de vendas fechou 37 contratos, 9 a mais que no mês passado, com ticket médio de R$ 2.310,00.|' +
  'Conforme a cláusula 7.2, a multa por rescisão antecipada corresponde a 3 (três) mensalidades.|' +
  'We agreed to move the retro to Thursday, since half of the squad is travelling.|' +
  'O ônibus fretado sai às 6h45 da praça e volta às 18h10, parando em 5 pontos.|' +
  'Revisar os itens 1 a 14 da planilha, principalmente as colunas de custo e margem.|' +
  'A palestra sobre logística reversa teve 220 inscritos e nota 4,6 de 5.|' +
  'Version 2.14 drops support for the old importer; see the migration notes before upgrading.|' +
  'O jardim da entrada ganhou 40 mudas de ipê, doadas pela prefeitura.'
).split('|');

/** Enough sentences for somewhat more than five thousand characters. */
const LONG_SENTENCES = 64;

export const WRITTEN_FORMS: Readonly<Record<string, (random: Random) => string>> = {
  person: (random) => random.pick(PEOPLE),
  filler: (random) => sentences(random, LONG_SENTENCES),
  paragraph: (random) => sentences(random, 4),
  cpfSlash: (random) => cpf(random).replace(/(...)(...)(...)(..)/, '$1.$2.$3/$4'),
  cnpjSpaced: (random) => cnpj(random, NUMERALS).replace(/(..)(...)(...)(....)(..)/, '$1 $2 $3 $4 $5'),
  cnpjDashed: (random) => cnpj(random, NUMERALS).replace(/(.{12})(..)/, '$1-$2'),
  rgSpTight: (random) => rg(random).replace(/(.{8})(.)/, '$1-$2'),
  rgLong: (random) => `${1 + random.below(9)}${random.digits(9)}`,
  mobileDots: (random) => `${random.pick(AREAS)}.9${random.digits(4)}.${random.digits(4)}`,
  mobileZero: (random) => `(0${random.pick(AREAS)}) 9${random.digits(4)}-${random.digits(4)}`,
  mobileHyphens: (random) => `${random.pick(AREAS)}-9${random.digits(4)}-${random.digits(4)}`,
  mobileSpaces: (random) => `${random.pick(AREAS)} 9 ${random.digits(4)} ${random.digits(4)}`,
  mobileShort: (random) => `9${random.digits(4)}-${random.digits(4)}`,
  longDistance: (random) => `0xx${random.pick(AREAS)} ${2 + random.below(4)}${random.digits(3)}-${random.digits(4)}`,
  landlineInternational: (random) => `+55 (${random.pick(AREAS)}) 3${random.digits(3)}-${random.digits(4)}`,
  amexBare: (random) => luhn(random, '37', 15),
  diners: (random) => luhn(random, '36', 14).replace(/(....)(......)(....)/, '$1 $2 $3'),
  cardHalves: (random) => luhn(random, '52', 16).replace(/^(.{8})(.{8})$/, '$1 $2'),
  uuidUpper: (random) => uuid(random).toUpperCase(),
  txid: (random) => random.from(BASE62, 32),
  endToEnd: (random) => `E${random.digits(8)}2026031${random.digits(1)}1${random.digits(3)}${random.from(BASE62, 11)}`,
  sri: (random) => `sha384-${random.from(BASE64, 64)}`,
  twilio: (random) => `SK${random.from(HEX, 32)}`,
  twilioId: (random) => `AC${random.from(HEX, 32)}`,
  huggingFace: (random) => `hf_${mixed(random, BASE62, 34)}`,
  digitalOcean: (random) => `dop_v1_${random.from(HEX, 64)}`,
  shopify: (random) => `shpat_${random.from(HEX, 32)}`,
  databricks: (random) => `dapi${random.from(HEX, 32)}`,
  linear: (random) => `lin_api_${mixed(random, BASE62, 40)}`,
  telegram: (random) => `${1 + random.below(9)}${random.digits(8)}:AA${mixed(random, BASE64_URL, 33)}`,
  azureKey: (random) => `${random.from(BASE64, 86)}==`,
  mercadoPago: (random) =>
    `APP_USR-${random.digits(16)}-${random.digits(6)}-${random.from(HEX, 32)}-${random.digits(9)}`,
  keyBodyCrlf: (random) => pemLines(random, 4).join('\r\n'),
  keyBodyDoubled: (random) => pemLines(random, 4).join('\\\\n'),
  keyBodySpaced: (random) => pemLines(random, 4).join(' '),
  keyBodyQuoted: (random) => pemLines(random, 4).join('\n> '),
  keyBodyJoined: (random) => pemLines(random, 3).join('\\n" +\n  "'),
};

function sentences(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(PARAGRAPHS)).join(' ');
}
