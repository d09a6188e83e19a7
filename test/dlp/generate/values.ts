// SPDX-License-Identifier: Apache-2.0
/**
 * Values for the templates, by name. Check digits are computed here without the scan's code, so that a mistake there
 * shows as a miss. No value belongs to a real person: every number and key is random.
 */
import {
  BASE62,
  BASE64,
  BASE64_URL,
  cep,
  cnh,
  cnpj,
  cns,
  cpf,
  dressCnpj,
  dressCpf,
  HEX,
  luhn,
  mixed,
  notCpf,
  pemLines,
  rg,
  spoil,
  uuid,
} from './draw.ts';
import type { Random } from './random.ts';
import { WRITTEN_FORMS } from './written-forms.ts';

const AREAS = (
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 ' +
  '62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
).split(' ');
const NO_AREAS = '20 23 25 26 29 30 36 39 40 50 52 56 57 58 59 60 70 72 76 78 80 90'.split(' ');
const NAMES = (
  'Ana Beatriz Moreira|João Pedro Almeida|Marina Tavares|Rafael Nogueira|Cláudia Ferraz|Thiago Menezes|' +
  'Lúcia Helena Prado|Caio Vasconcelos|Patrícia Lemos|Otávio Brandão|Sônia Maria Duarte|Igor Campos|' +
  'Renata Quintela|Vinícius Arruda|Elaine Bastos|José Carlos Pires|Aline Siqueira|Bruno Farias'
).split('|');
const COMPANIES = (
  'Padaria Flor do Vale Ltda|Transportes Serra Azul S.A.|Clínica Boa Vista|Mercado Dois Irmãos ME|' +
  'Construtora Pedra Branca|Auto Peças Guarani|Escola Novo Rumo|Agropecuária Santa Rita|Metalúrgica União|' +
  'Cooperativa Rio Claro'
).split('|');
const CITIES = (
  'São Paulo - SP|Belo Horizonte - MG|Curitiba - PR|Recife - PE|Porto Alegre - RS|Goiânia - GO|' +
  'Salvador - BA|Manaus - AM|Florianópolis - SC|Vitória - ES'
).split('|');
const STREETS = (
  'Rua das Acácias|Avenida Brasil|Travessa do Comércio|Alameda Santos|Rua XV de Novembro|Av. Getúlio Vargas|' +
  'Praça da Matriz|Rodovia BR-040'
).split('|');
const USERS = (
  'ana.moreira|joaopedro|marina_t|rafael.nogueira87|claudia|financeiro|contato|thiago-menezes|lu.prado+nf|' +
  'compras|j.arruda|sac2'
).split('|');
const HOSTS = (
  'gmail.com|hotmail.com|uol.com.br|empresa.com.br|outlook.com|terra.com.br|prefeitura.sp.gov.br|usp.br|' +
  'startup.io|acme-group.co.uk|yahoo.com.br|serraazul.ind.br|proton.me'
).split('|');
const ICD = 'F32.1 F41.0 M54.5 J45.9 E11.9 I10 C50.9 G40.3 K29.7 B24 F33.2 S82.1 Z34 M75.1 N18.5 F84.0'.split(' ');
const ISSUERS = 'SSP/GO|SSP-BA|SESP/PR|PC/MG|SSP/PE|SDS/PE|SJS/RS|IGP/SC|DETRAN/RJ|SSP MA|SSPDS-CE|SEJUSP/MS'.split(
  '|',
);

const BOLETO_MARKS = ' . . .  ';

export type ValueMaker = (random: Random) => string;

export const VALUES: Readonly<Record<string, ValueMaker>> = {
  cpf: (random) => dressCpf(cpf(random)),
  cpfBare: cpf,
  cpfSpaced: (random) => cpf(random).replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1 $2 $3 $4'),
  cpfShort: (random) => cpf(random).replace(/(\d{9})(\d{2})/, '$1-$2'),
  cpfBad: (random) => dressCpf(spoil(cpf(random))),
  cpfBadBare: (random) => spoil(cpf(random)),
  cnpj: (random) => dressCnpj(cnpj(random, '0123456789')),
  cnpjBare: (random) => cnpj(random, '0123456789'),
  cnpjBad: (random) => dressCnpj(spoil(cnpj(random, '0123456789'))),
  cnpjBadBare: (random) => spoil(cnpj(random, '0123456789')),
  cnpjAlpha: (random) => dressCnpj(cnpj(random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')),
  cnpjAlphaBare: (random) => cnpj(random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
  cnpjAlphaBad: (random) => dressCnpj(spoil(cnpj(random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'))),
  rgSp: (random) => rg(random).replace(/(..)(...)(...)(.)/, '$1.$2.$3-$4'),
  rgSpBare: rg,
  rgOther: (random) => `${1 + random.below(9)}.${random.digits(3)}.${random.digits(3)}`,
  rgOtherBare: (random) => `${1 + random.below(9)}${random.digits(6)}`,
  rgIssuer: (random) => random.pick(ISSUERS),
  cnh: (random) => cnh(random),
  cnhBad: (random) => spoil(cnh(random)),
  uuid,
  mobile: (random) => `(${random.pick(AREAS)}) 9${random.digits(4)}-${random.digits(4)}`,
  mobileTight: (random) => `(${random.pick(AREAS)})9${random.digits(4)}-${random.digits(4)}`,
  landline: (random) => `(${random.pick(AREAS)}) ${2 + random.below(4)}${random.digits(3)}-${random.digits(4)}`,
  mobileInternational: (random) => `+55 ${random.pick(AREAS)} 9${random.digits(4)}-${random.digits(4)}`,
  mobileE164: (random) => `+55${random.pick(AREAS)}9${random.digits(8)}`,
  mobileE164Bare: (random) => `55${random.pick(AREAS)}9${random.digits(8)}`,
  mobileBare: (random) => notCpf(random, () => `${random.pick(AREAS)}9${random.digits(8)}`),
  mobilePlain: (random) => `${random.pick(AREAS)} 9${random.digits(4)}-${random.digits(4)}`,
  landlineBare: (random) => `${random.pick(AREAS)}${2 + random.below(4)}${random.digits(7)}`,
  landlinePlain: (random) => `${random.pick(AREAS)} ${2 + random.below(4)}${random.digits(3)}-${random.digits(4)}`,
  mobileNoArea: (random) => `(${random.pick(NO_AREAS)}) 9${random.digits(4)}-${random.digits(4)}`,
  cep: (random) => `${cep(random).slice(0, 5)}-${random.digits(3)}`,
  cepBare: cep,
  cepDotted: (random) => cep(random).replace(/(..)(...)(...)/, '$1.$2-$3'),
  card: (random) =>
    random
      .pick(CARDS)(random)
      .replace(/(\d{4})(?=\d)/g, '$1 '),
  cardDashed: (random) =>
    random
      .pick(CARDS)(random)
      .replace(/(\d{4})(?=\d)/g, '$1-'),
  cardBare: (random) => random.pick(CARDS)(random),
  cardAmex: (random) => luhn(random, '37', 15).replace(/(\d{4})(\d{6})(\d{5})/, '$1 $2 $3'),
  cardBad: (random) => spoil(random.pick(CARDS)(random)).replace(/(\d{4})(?=\d)/g, '$1 '),
  cardBadBare: (random) => spoil(random.pick(CARDS)(random)),
  email: (random) => `${random.pick(USERS)}@${random.pick(HOSTS)}`,
  emailUser: (random) => random.pick(USERS),
  emailHost: (random) => random.pick(HOSTS),
  cns,
  cnsGrouped: (random) => cns(random).replace(/(\d{3})(\d{4})(\d{4})(\d{4})/, '$1 $2 $3 $4'),
  icd: (random) => random.pick(ICD),
  brCode: (random) => {
    const key = uuid(random);
    const checksum = random.from('0123456789ABCDEF', 4);
    const merchant = '5204000053039865802BR5913LOJA TESTE6009SAO PAULO62070503***';
    return `00020126580014br.gov.bcb.pix0136${key}${merchant}6304${checksum}`;
  },
  secret: (random) => mixed(random, BASE62, 40),
  secret32: (random) => mixed(random, BASE62, 32),
  secretUrl: (random) => mixed(random, BASE64_URL, 48).replace(/^[-_]|[-_]$/g, 'x'),
  secretHex: (random) => random.from(HEX, 32),
  github: (random) => `gh${random.pick(['p', 'o', 's'])}_${mixed(random, BASE62, 36)}`,
  gitlab: (random) => `glpat-${mixed(random, BASE62, 20)}`,
  stripe: (random) => `${random.pick(['sk', 'rk'])}_live_${mixed(random, BASE62, 34)}`,
  aws: (random) => `AKIA${random.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
  awsSecret: (random) => mixed(random, BASE64, 40).replace(/^[+/]/, 'w'),
  google: (random) => `AIza${mixed(random, BASE64_URL, 35)}`,
  slack: (random) => `xoxb-${random.digits(12)}-${random.digits(12)}-${mixed(random, BASE62, 24)}`,
  openai: (random) => `sk-proj-${mixed(random, BASE62, 40)}T3BlbkFJ${mixed(random, BASE62, 40)}`,
  anthropic: (random) => `sk-ant-api03-${mixed(random, BASE64_URL, 93)}AA`,
  npm: (random) => `npm_${mixed(random, BASE62, 36)}`,
  sendgrid: (random) => `SG.${mixed(random, BASE62, 22)}.${mixed(random, BASE62, 43)}`,
  jwt: (random) =>
    `eyJhbGciOiJIUzI1NiJ9.eyJ${mixed(random, BASE62, 60)}.${mixed(random, BASE64_URL, 43).replace(/[-_]$/, 'k')}`,
  keyBody: (random) => pemLines(random, 5).join('\n'),
  keyBodyEscaped: (random) => pemLines(random, 4).join('\\n'),
  hex40: (random) => random.from(HEX, 40),
  hex64: (random) => random.from(HEX, 64),
  hex7: (random) => random.from(HEX, 7),
  order: (random) => notCpf(random, () => random.digits(11)),
  order8: (random) => random.digits(8),
  order10: (random) => random.digits(10),
  order14: (random) => random.digits(14),
  unix: (random) => `17${random.digits(8)}`,
  unixMs: (random) => `17${random.digits(11)}`,
  boleto: (random) =>
    [5, 5, 5, 6, 5, 6, 1, 14]
      .reduce((line, count, index) => line + BOLETO_MARKS.charAt(index) + random.digits(count), '')
      .trim(),
  boletoBare: (random) => random.digits(47),
  nfe: (random) => random.digits(44),
  nfeGrouped: (random) => random.digits(44).replace(/(\d{4})(?=\d)/g, '$1 '),
  imei: (random) => luhn(random, '35', 15),
  iccid: (random) => luhn(random, '8955', 19),
  ean: (random) => `789${random.digits(10)}`,
  tracking: (random) => `${random.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 2)}${random.digits(9)}BR`,
  process: (random) => `${random.digits(7)}-${random.digits(2)}.202${random.digits(1)}.8.26.${random.digits(4)}`,
  pis: (random) => `${random.digits(3)}.${random.digits(5)}.${random.digits(2)}-${random.digits(1)}`,
  version: (random) => `${random.below(20)}.${random.below(30)}.${random.below(90)}`,
  ip: (random) => `10.${random.below(255)}.${random.below(255)}.${1 + random.below(254)}`,
  date: (random) => `${10 + random.below(19)}/0${1 + random.below(9)}/202${random.below(7)}`,
  isoTime: (random) =>
    `2026-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:${10 + random.below(50)}:09.${random.digits(3)}Z`,
  money: (random) => `R$ ${1 + random.below(9)}.${random.digits(3)},${random.digits(2)}`,
  zipPlus4: (random) => `${1 + random.below(9)}${random.digits(4)}-${random.digits(4)}`,
  small: (random) => String(1 + random.below(900)),
  small5: (random) => `${1 + random.below(9)}${random.digits(4)}`,
  name: (random) => random.pick(NAMES),
  company: (random) => random.pick(COMPANIES),
  city: (random) => random.pick(CITIES),
  street: (random) => `${random.pick(STREETS)}, ${1 + random.below(2000)}`,
  ...WRITTEN_FORMS,
};

const CARDS: readonly ValueMaker[] = [
  (random) => luhn(random, '4', 16),
  (random) => luhn(random, `5${1 + random.below(5)}`, 16),
  (random) => luhn(random, '2223', 16),
  (random) => luhn(random, '5067', 16),
  (random) => luhn(random, '606282', 16),
];
