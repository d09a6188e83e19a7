// SPDX-License-Identifier: Apache-2.0
/**
 * Texts as people paste them: out of terminals, data frames, exports, configuration and logs. Each kind has texts with
 * something to find, and texts that look like them and hold nothing.
 */
import type { DlpType } from '@svc/contract';
import { scan, scanTypes } from '@svc/core/dlp';
import { describe, expect, it } from 'vitest';

type Part = string | readonly [alphabet: keyof typeof ALPHABETS, length: number];
type Case = readonly [what: string, text: string | readonly Part[], types: readonly DlpType[]];

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const BASE62 = `${LOWER}${LOWER.toUpperCase()}0123456789`;
const ALPHABETS = {
  hex: '0123456789abcdef',
  lower: `${LOWER}0123456789`,
  base62: BASE62,
  url: `${BASE62}_-`,
  base64: `${BASE62}+/`,
} as const;
const SEEDS = [11, 29, 53, 71, 97];

const CPF = '41726390543';
const CARD = '4532015112830366';
const NUMBER_OF_CARD = `Número do cartão: ${CARD}`;
const BYTES = Buffer.from(NUMBER_OF_CARD);

const KINDS: Readonly<Record<string, readonly Case[]>> = {
  'terminal codes': [
    ['colours inside of a number', 'cpf: 417\u001b[31m263905\u001b[0m43', ['CPF']],
    ['a match of grep', '417.\u001b[01;31m\u001b[K263.\u001b[m\u001b[K905-43', ['CPF']],
    ['bold groups of a card', 'card \u001b[1m4532 0151 \u001b[22m1283 0366', ['CREDIT_CARD']],
    ['colours in an address', 'joao.silva\u001b[0m@empresa\u001b[31m.com.br', ['EMAIL']],
    ['256 colours', 'cpf: 417\u001b[38;5;196m26390543\u001b[39m', ['CPF']],
    ['a link that a bell ends', 'cpf: \u001b]8;;https://crm.acme.com/1\u0007417263905\u001b]8;;\u000743', ['CPF']],
    ['a link that a terminator ends', 'cpf: 417\u001b]8;;https://x.com\u001b\\263\u001b]8;;\u001b\\90543', ['CPF']],
    ['codes in JSON', '{"log":"cpf: 417\\u001b[31m263905\\u001b[0m43"}', ['CPF']],
    ['codes in JSON inside of JSON', '{"log":"cpf: 417\\\\u001b[31m26390543"}', ['CPF']],
    ['a link in JSON', 'cpf: 417\\u001b]8;;https://x.com\\u001b\\\\263\\u001b]8;;\\u000790543', ['CPF']],
    ['codes in hexadecimal', 'cpf: 417\\x1b[31m263905\\x1b[0m43', ['CPF']],
    ['codes in octal', 'cpf: 417\\033[31m263905\\033[0m43', ['CPF']],
    ['codes of a shell script', 'cpf: 417\\e[31m263905\\e[0m43', ['CPF']],
    ['codes as cat -v shows them', 'cpf: 417^[[31m263905^[[0m43', ['CPF']],
    ['colours without their escape', 'cpf: 417[31m263905[0m43', ['CPF']],
    ['one code of eight bits', 'cpf: 417\u009b31m26390543', ['CPF']],
    ['overstruck letters of a manual', 'c\bcp\bpf\bf: 417\b7263\b390543', ['CPF']],
    ['UTF-16 read as bytes', `c\0p\0f\0:\0 \0${[...CPF].join('\0')}`, ['CPF']],
    ['a key in colours', ['\u001b[33mghp_', ['base62', 12], '\u001b[0m', ['base62', 24], '\u001b[0m'], ['API_KEY']],
    ['a wrong number in colours', 'cpf: 417\u001b[31m263905\u001b[0m44', []],
    ['a row of a table with brackets', 'niveis [0m] [10m] [20m] total 41726390543', []],
  ],
  'numbers that became fractions': [
    ['a column with gaps', 'nome,cpf\nAna,41726390543.0\nBia,08355192796.0', ['CPF']],
    ['a column of tabs', 'nome\tcpf\nAna\t41726390543.0', ['CPF']],
    ['a table of Markdown', '| nome | cpf |\n|---|---|\n| Ana | 41726390543.0 |', ['CPF']],
    ['a member', '{"cpf": 41726390543.0}', ['CPF']],
    ['an inserted row', "INSERT INTO c (nome, cpf) VALUES ('Ana', 41726390543.0)", ['CPF']],
    ['a column of cards', 'cartao\n4532015112830366.0', ['CREDIT_CARD']],
    ['a column of phones', 'telefone\n11987654321.0', ['PHONE_BR']],
    ['two zeros', 'cpf: 41726390543.00', ['CPF']],
    ['a decimal comma', 'nome;cpf\nAna;41726390543,0', ['CPF']],
    ['a driving licence', '{"cnh": 62472927637.0}', ['CNH']],
    ['a company', 'cnpj\n11222333000181.0', ['CNPJ']],
    ['an exponent', '{"cpf": 4.1726390543E10}', ['CPF']],
    ['an exponent with its sign', 'nome,cpf\nAna,4.1726390543e+10', ['CPF']],
    ['an amount', 'total: 41726390543.0', []],
    ['an amount beside a word for a number', '{"cpf_total": 41726390543.0}', []],
    ['an amount of a phone company', 'telefone: valor 11987654321.0', []],
    ['a rounded exponent', '{"cpf": 4.17E10}', []],
    ['a version', 'cpf-cli 41726390543.0.1', []],
  ],
  'numbers without their first zeros': [
    ['a column', 'cpf\n8355192796\n1234567113', ['CPF']],
    ['a column of several', 'nome;cpf;idade\nBia;8355192796;30', ['CPF']],
    ['a member', '{"nome":"Bia","cpf":8355192796}', ['CPF']],
    ['a fraction', '{"cpf": 8355192796.0}', ['CPF']],
    ['two zeros', 'nome,cpf\\nBia,123456797', ['CPF']],
    ['an element', '<cliente><cpf>8355192796</cpf></cliente>', ['CPF']],
    ['a company', '{"cnpj": 191000000}\n{"cnpj": 191000191}', []],
    ['a company of thirteen digits', 'cnpj\n1838723000127', ['CNPJ']],
    ['another column', 'pedido\n8355192796', []],
    ['prose', 'o cpf do pedido 8355192796 foi recusado', []],
    ['a wrong number', 'cpf\n8355192797', []],
  ],
  tables: [
    [
      'light lines',
      '┌──────┬─────────────┐\n│ nome │ cpf         │\n├──────┼─────────────┤\n│ Ana  │ 41726390543 │\n└──────┴─────────────┘',
      ['CPF'],
    ],
    [
      'heavy lines',
      '┏━━━━━━┳━━━━━━━━━━━━━┓\n┃ nome ┃ cpf         ┃\n┡━━━━━━╇━━━━━━━━━━━━━┩\n│ Ana  │ 41726390543 │\n└──────┴─────────────┘',
      ['CPF'],
    ],
    [
      'double lines',
      '╔══════╦═════════════╗\n║ nome ║ cpf         ║\n╠══════╬═════════════╣\n║ Ana  ║ 41726390543 ║\n╚══════╩═════════════╝',
      ['CPF'],
    ],
    [
      'rounded lines',
      '╭──────┬─────────────╮\n│ nome │ cpf         │\n├──────┼─────────────┤\n│ Ana  │ 41726390543 │\n│ Bia  │ 08355192796 │\n╰──────┴─────────────╯',
      ['CPF'],
    ],
    [
      'polars',
      '┌──────┬─────────────┐\n│ nome ┆ cpf         │\n│ ---  ┆ ---         │\n│ str  ┆ str         │\n╞══════╪═════════════╡\n│ Ana  ┆ 41726390543 │\n└──────┴─────────────┘',
      ['CPF'],
    ],
    [
      'duckdb',
      '┌─────────┬─────────────┐\n│  nome   │     cpf     │\n│ varchar │   varchar   │\n├─────────┼─────────────┤\n│ Ana     │ 41726390543 │\n└─────────┴─────────────┘',
      ['CPF'],
    ],
    ['pandas', '   nome          cpf\n0   Ana  41726390543\n1   Bia  08355192796', ['CPF']],
    [
      'pandas with a column behind',
      '     nome          cpf  idade\n0     Ana  41726390543     33\n1  Carlos  08355192796     41',
      ['CPF'],
    ],
    ['pandas with one column', '           cpf\n0  41726390543\n1  08355192796', ['CPF']],
    ['R', '  nome         cpf idade\n1  Ana 41726390543    33\n2  Bia 08355192796    41', ['CPF']],
    ['a tibble', '  nome  cpf        \n  <chr> <chr>      \n1 Ana   41726390543\n', ['CPF']],
    ['psql', ' nome |     cpf     \n------+-------------\n Ana  | 41726390543\n(1 row)', ['CPF']],
    [
      'mysql',
      '+------+-------------+\n| nome | cpf         |\n+------+-------------+\n| Ana  | 41726390543 |\n+------+-------------+',
      ['CPF'],
    ],
    ['org', '| nome | cpf         |\n|------+-------------|\n| Ana  | 41726390543 |', ['CPF']],
    [
      'reStructuredText',
      '+------+-------------+\n| nome | cpf         |\n+======+=============+\n| Ana  | 41726390543 |\n+------+-------------+',
      ['CPF'],
    ],
    ['simple lines', 'nome    cpf\n------  -----------\nAna     41726390543', ['CPF']],
    [
      'a key in a table',
      [
        '┌───────────┬──────┐\n│ api_token │ nome │\n├───────────┼──────┤\n│ ',
        ['base62', 40],
        ' │ a    │\n└───────────┴──────┘',
      ],
      ['API_KEY'],
    ],
    [
      'a table of orders',
      '┌────────┬─────────────┐\n│ nome   │ pedido      │\n├────────┼─────────────┤\n│ Ana    │ 41726390543 │\n└────────┴─────────────┘',
      [],
    ],
    ['a frame of orders', '   nome       pedido\n0   Ana  41726390543', []],
  ],
  'misread accents': [
    ['UTF-8 read as Latin-1', BYTES.toString('latin1'), ['CREDIT_CARD']],
    ['UTF-8 read as Windows-1252', new TextDecoder('windows-1252').decode(BYTES), ['CREDIT_CARD']],
    [
      'twice',
      new TextDecoder('windows-1252').decode(Buffer.from(new TextDecoder('windows-1252').decode(BYTES))),
      ['CREDIT_CARD'],
    ],
    ['twice as Latin-1', Buffer.from(BYTES.toString('latin1')).toString('latin1'), ['CREDIT_CARD']],
    ['UTF-8 on an old terminal', `N├║mero do cart├úo: ${CARD}`, ['CREDIT_CARD']],
    ['UTF-8 on a Macintosh', `N√∫mero do cart√£o: ${CARD}`, ['CREDIT_CARD']],
    ['Latin-1 read as UTF-8', `N\ufffdmero do cart\ufffdo: ${CARD}`, ['CREDIT_CARD']],
    ['two signs a letter', `N\ufffd\ufffdmero do cart\ufffd\ufffdo: ${CARD}`, ['CREDIT_CARD']],
    ['question marks', `N?mero do cart?o: ${CARD}`, ['CREDIT_CARD']],
    ['two question marks a letter', `cart??o: ${CARD}`, ['CREDIT_CARD']],
    ['capitals', `N?MERO DO CART?O: ${CARD}`, ['CREDIT_CARD']],
    ['quoted-printable of UTF-8', `N=C3=BAmero do cart=C3=A3o: ${CARD}`, ['CREDIT_CARD']],
    ['quoted-printable of Latin-1', `N=FAmero do cart=E3o: ${CARD}`, ['CREDIT_CARD']],
    ['entities', `N&uacute;mero do cart&atilde;o: ${CARD}`, ['CREDIT_CARD']],
    ['entities of entities', `cart&amp;atilde;o: ${CARD}`, ['CREDIT_CARD']],
    ['bytes in hexadecimal', `cart\\xc3\\xa3o: ${CARD}`, ['CREDIT_CARD']],
    ['bytes in octal', `cart\\303\\243o: ${CARD}`, ['CREDIT_CARD']],
    ['a driving licence', 'HabilitaÃ§Ã£o: 62472927637', ['CNH']],
    ['a driving licence with lost letters', 'Habilita??o: 62472927637', ['CNH']],
    ['a driving licence with twice as many signs', 'Habilita????o: 62472927637', ['CNH']],
    ['a postal code', 'C\ufffddigo postal: 01310-100', ['CEP']],
    ['an identity card', 'CÃ©dula de identidade: 29.465.327-2', ['RG']],
    ['a random key of Pix', 'chave aleat?ria: 7d9f0335-8dcc-4054-9bf9-0dbd61d36906 (Pix)', ['PIX_KEY']],
    ['another word', `N?mero do pedido: ${CARD}`, []],
    ['a question', `Qual?o numero ${CARD}`, []],
    ['a query', 'https://acme.com/cart?o=4532015112830366', []],
  ],
  'phones in two fields': [
    ['two members', '{"ddd":"11","telefone":"987654321"}', ['PHONE_BR']],
    ['three members', '{"ddi":"55","ddd":"21","numero":"998765432"}', ['PHONE_BR']],
    ['elements', '<phone><areaCode>11</areaCode><number>987654321</number></phone>', ['PHONE_BR']],
    [
      'members of a payment',
      '{"phones":[{"country":"55","area":"11","number":"987654321","type":"MOBILE"}]}',
      ['PHONE_BR'],
    ],
    ['the other order', '{"telefone":"987654321","ddd":"11"}', ['PHONE_BR']],
    ['numbers', '{"area_code": 11, "number": 987654321}', ['PHONE_BR']],
    ['lines', 'ddd: 11\ntelefone: 987654321', ['PHONE_BR']],
    ['a form', 'ddd=11&telefone=987654321', ['PHONE_BR']],
    ['columns', 'nome;ddd;telefone\nAna;11;987654321', ['PHONE_BR']],
    ['drawn columns', '│ ddd │ telefone  │\n│ 11  │ 987654321 │', ['PHONE_BR']],
    ['other columns', 'nome;idade;pedido\nAna;11;987654321', []],
    ['a land line', '{"ddd":"11","telefone":"34567890"}', ['PHONE_BR']],
    ['a number in groups', '{"ddd":"11","telefone":"98765-4321"}', ['PHONE_BR']],
    ['an area code that is not in use', '{"ddd":"20","order":"987654321"}', []],
    ['another country', '{"country":"1","area":"21","number":"998765432"}', []],
    ['two records', '[{"ddd":"11"},{"numero":"987654321"}]', []],
    ['another number', '{"area":"11","pedido":"987654321"}', []],
  ],
  'addresses of messengers': [
    ['a person', 'from: 5511987654321@c.us', ['PHONE_BR']],
    ['a person of another server', '5511987654321@s.whatsapp.net', ['PHONE_BR']],
    ['a device', '5511987654321:12@s.whatsapp.net', ['PHONE_BR']],
    ['a device of a protocol', '5511987654321.0:12@s.whatsapp.net', ['PHONE_BR']],
    ['a number of before the ninth digit', '557181234567@c.us', ['PHONE_BR']],
    ['an id', '{"contacts":[{"wa_id":"5511987654321","profile":{"name":"Ana"}}]}', ['PHONE_BR']],
    ['a card of a contact', 'TEL;type=CELL;waid=5511987654321:+55 11 98765-4321', ['PHONE_BR']],
    ['a link', 'https://t.me/+5511987654321', ['PHONE_BR']],
    ['a link of Signal', 'https://signal.me/#p/+5511987654321', ['PHONE_BR']],
    ['a group', '5511987654321-1601234567@g.us', []],
    ['a group of today', '120363041234567890@g.us', []],
    ['another country', '14155552671@c.us', []],
    ['a hidden number', '182736455463728@lid', []],
  ],
  'codes of Pix': [
    [
      'the account last, the key before its arrangement',
      '000201520400005303986540510.005802BR5904LOJA6006RECIFE265801367d9f0335-8dcc-4054-9bf9-0dbd61d369060014br.gov.bcb.pix62070503ABC6304BC99',
      ['PIX_KEY'],
    ],
    [
      'the usual order',
      '00020126580014br.gov.bcb.pix01367d9f0335-8dcc-4054-9bf9-0dbd61d369065204000053039865802BR5904LOJA6006RECIFE62070503***6304A13A',
      ['PIX_KEY'],
    ],
    [
      'a description before the key',
      '00020126680014br.gov.bcb.pix0206PEDIDO01367d9f0335-8dcc-4054-9bf9-0dbd61d369065204000053039865802BR5904LOJA6006RECIFE6304A13A',
      ['PIX_KEY'],
    ],
    [
      'an e-mail as the key',
      '00020126370115ana@empresa.com0014br.gov.bcb.pix5204000053039865802BR',
      ['PIX_KEY', 'EMAIL'],
    ],
    ['an arrangement without a key', '00020126180014br.gov.bcb.pix5204000053039865802BR5904LOJA6006RECIFE6304A13A', []],
  ],
  'brands of cards': [
    ...[
      '5066991234567899',
      '3530111333300000',
      '6370951234567892',
      '5078601870000123',
      '6200000000000005',
      '6042011234567893',
      '3841001234567890122',
    ].flatMap((digits): Case[] => [
      [`${digits} beside a word`, `Número do cartão: ${digits}`, ['CREDIT_CARD']],
      [`${digits} alone`, `lote ${digits}`, []],
    ]),
    ['a wrong last digit', 'Número do cartão: 3530111333300001', []],
    ['no brand', 'Número do cartão: 9999999999999995', []],
    ['a name of a field', `ccnum=${CARD}`, ['CREDIT_CARD']],
    ['another name of a field', `cc_number: ${CARD}`, ['CREDIT_CARD']],
    ['pan', `{"pan":"${CARD}"}`, ['CREDIT_CARD']],
  ],
  'tracks and chips of cards': [
    ['track 1', '%B4532015112830366^SILVA/JOAO           ^29121010000000000000000000000000000?', ['CREDIT_CARD']],
    ['track 2', ';4532015112830366=29121010000012345678?', ['CREDIT_CARD']],
    ['track 2 of a chip', 'track2: 4532015112830366D2912101123456789F', ['CREDIT_CARD']],
    ['tag 5A', '5A0845320151128303665F24032912315F3401', ['CREDIT_CARD']],
    ['tag 5A inside of others', '8202398084072A00000000410105A0845320151128303665F2403291231', ['CREDIT_CARD']],
    ['tag 5A with blanks', '5A 08 45 32 01 51 12 83 03 66 5F 24', ['CREDIT_CARD']],
    ['tag 57', '57114532015112830366D29121011234567890F', ['CREDIT_CARD']],
    ['expiry and code', '4532015112830366|12|2029|123', ['CREDIT_CARD']],
    ['a short year', '4532015112830366|06|30|321', ['CREDIT_CARD']],
    ['a date with a slash', '4532015112830366 06/30 321', ['CREDIT_CARD']],
    ['colons', '4532015112830366:12:29:123', ['CREDIT_CARD']],
    ['a wrong number on a track', ';4532015112830367=29121010000012345678?', []],
    ['a month that is none', '4532015112830366|13|2029|123', []],
    ['an assignment', 'id 4532015112830366=2912', []],
    ['a digest', '5a0845320151128303673fe9b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0', []],
  ],
  'long secrets': [
    ...[401, 512, 800, 3_000, 10_000].map(
      (length): Case => [`${length} characters`, ['client_secret=', ['base62', length]], ['API_KEY']],
    ),
    ['a bearer token', ['Authorization: Bearer ', ['url', 900]], ['API_KEY']],
    ['a token of a session', ['AWS_SESSION_TOKEN=', ['base64', 900]], ['API_KEY']],
    ['a long web token', ['eyJ', ['url', 60], '.eyJ', ['url', 6_000], '.', ['url', 342]], ['API_KEY']],
    [
      'an encrypted web token',
      ['eyJ', ['url', 60], '.', ['url', 342], '.', ['url', 16], '.', ['url', 900], '.', ['url', 22]],
      ['API_KEY'],
    ],
    [
      'an encrypted web token without a key',
      ['eyJ', ['url', 60], '..', ['url', 16], '.', ['url', 900], '.', ['url', 22]],
      ['API_KEY'],
    ],
    ['a token of an app of GitHub', ['ghs_12345_eyJhbGciOiJSUzI1NiJ9.', ['url', 120], '.', ['url', 342]], ['API_KEY']],
    ['a file below a plain key', ['{"key":"', ['base64', 3_000], '"}'], []],
    ['an image', ['token: iVBORw0KGgo', ['base64', 900]], []],
    ['a certificate', ['client_secret_file: MIID', ['base64', 900]], []],
  ],
  'names and values apart': [
    ['members of YAML', ['- name: API_TOKEN\n  value: "', ['base62', 40], '"'], ['API_KEY']],
    ['a line below', ['API key\n', ['base62', 40]], ['API_KEY']],
    ['a title of Markdown', ['**API key**\n`', ['base62', 40], '`'], ['API_KEY']],
    ['a block of code', ['## API token\n```\n', ['base62', 40], '\n```'], ['API_KEY']],
    ['terraform', ['variable "api_key" {\n  default = "', ['base62', 40], '"\n}'], ['API_KEY']],
    [
      'terraform with more members',
      ['variable "api_key" {\n  type = string\n  description = "chave"\n  default = "', ['base62', 40], '"\n}'],
      ['API_KEY'],
    ],
    ['members of JSON', ['{\n  "name": "API_TOKEN",\n  "value": "', ['base62', 40], '"\n}'], ['API_KEY']],
    ['members in the other order', ['{"value": "', ['base62', 40], '", "name": "API_TOKEN"}'], ['API_KEY']],
    ['elements', ['<key>API_TOKEN</key>\n<string>', ['base62', 40], '</string>'], ['API_KEY']],
    ['a list of compose', ['environment:\n  - API_TOKEN=', ['base62', 40]], ['API_KEY']],
    ['properties', ['api.token=', ['base62', 40]], ['API_KEY']],
    ['a line of properties that goes on', ['api.token=\\\n  ', ['base62', 40]], ['API_KEY']],
    ['a column', ['nome,api_token\nana,', ['base62', 40]], ['API_KEY']],
    [
      'a reference',
      '- name: API_TOKEN\n  valueFrom:\n    secretKeyRef:\n      name: credentials-of-the-service-2024',
      [],
    ],
    ['the next record', ['- name: API_TOKEN\n- name: RELEASE\n  value: ', ['lower', 12]], []],
    ['a variable', ['- name: API_TOKEN\n  value: "$', '{API_TOKEN_OF_THE_SERVICE_2024}"'], []],
    ['prose', 'API key\nA chave expira em trinta dias depois da troca.', []],
  ],
  'encrypted values': [
    ['Vault', ['api_key: vault:v1:', ['base64', 60]], []],
    ['a sealed secret', ['kind: SealedSecret\nspec:\n  encryptedData:\n    api_key: AgB', ['base64', 60]], []],
    ['sops', ['api_key: ENC[AES256_GCM,data:', ['base64', 60], ',iv:AAAA,tag:BBBB,type:str]'], []],
    ['jasypt', ['spring.datasource.token=ENC(', ['base64', 60], ')'], []],
    ['Spring Cloud', ["client-secret: '{cipher}", ['hex', 96], "'"], []],
    ['a cloud key service', ['api_token: AQICAH', ['base64', 120]], []],
    ['eyaml', ['api_token: ENC[PKCS7,', ['base64', 120], ']'], []],
    ['a name that says so', ['encrypted_api_key: ', ['base64', 60]], []],
    ['Ansible', ['api_token: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  ', ['hex', 80]], []],
    ['age', ['api_token: |\n  -----BEGIN AGE ENCRYPTED FILE-----\n  ', ['base64', 64]], []],
    ['a secret beside one', ['api_key: vault:v1:', ['base64', 60], '\nclient_secret: ', ['base62', 40]], ['API_KEY']],
    [
      'a secret behind a sealed one',
      ['encryptedData:\n  api_key: AgB', ['base64', 60], '\nstringData:\n  token: x', ['base62', 40]],
      ['API_KEY'],
    ],
    [
      'a secret beside sops',
      ['a_token: ENC[AES256_GCM,data:', ['base64', 60], ',iv:AA]\nb_token: ', ['base62', 40]],
      ['API_KEY'],
    ],
  ],
  'at signs': [
    ['a handle of another server', '@ana@mastodon.social', []],
    ['a handle in a sentence', 'siga @ana@mastodon.social hoje', []],
    ['an account', 'acct:ana@mastodon.social', []],
    ['a service of Kerberos', 'HTTP/app.acme.com@ACME.COM', []],
    ['a ticket of Kerberos', 'krbtgt/ACME.COM@ACME.COM', []],
    ['a node', 'rabbit@rabbit-1.rabbit.svc.cluster.local', []],
    ['a worker', 'celery@worker-1.acme.com', []],
    ['a repository', 'git@github.com:acme/app.git', []],
    ['a copy', 'scp x deploy@web1.acme.com:/srv', []],
    ['an id of a message', 'Message-ID: <CAF+9z@mail.gmail.com>', []],
    ['an address beside a handle', '@ana@mastodon.social, ana@empresa.com.br', ['EMAIL']],
    ['an address in capitals', 'ANA@EMPRESA.COM.BR', ['EMAIL']],
    ['an address in a path', 'https://acme.com/u/ana@empresa.com.br', ['EMAIL']],
  ],
  'web keys': [
    [
      'an elliptic curve',
      ['{"kty":"EC","crv":"P-256","x":"', ['url', 43], '","y":"', ['url', 43], '","d":"', ['url', 43], '"}'],
      ['PRIVATE_KEY'],
    ],
    ['Edwards', ['{"kty":"OKP","crv":"Ed25519","d":"', ['url', 43], '","x":"', ['url', 43], '"}'], ['PRIVATE_KEY']],
    ['RSA', ['{"kty":"RSA","n":"', ['url', 342], '","e":"AQAB","d":"', ['url', 342], '"}'], ['PRIVATE_KEY']],
    ['a symmetric key', ['{"kty":"oct","k":"', ['url', 43], '"}'], ['PRIVATE_KEY']],
    [
      'a set',
      ['{"keys":[{"kty":"EC","x":"', ['url', 43], '"},{"d":"', ['url', 43], '","kty":"EC"}]}'],
      ['PRIVATE_KEY'],
    ],
    ['JSON in JSON', ['"{\\"kty\\":\\"EC\\",\\"d\\":\\"', ['url', 43], '\\"}"'], ['PRIVATE_KEY']],
    ['lines', ['kty: EC\ncrv: P-256\nd: ', ['url', 43]], ['PRIVATE_KEY']],
    ['a public key', ['{"kty":"EC","crv":"P-256","x":"', ['url', 43], '","y":"', ['url', 43], '"}'], []],
    ['a public key of RSA', ['{"kty":"RSA","n":"', ['url', 342], '","e":"AQAB"}'], []],
    ['a description', '{"kty":"EC","d":"the private part of the key is never stored here"}', []],
  ],
};

describe.each(Object.entries(KINDS))('%s', (_kind, cases) => {
  it.each(cases)('%s', (_what, text, types) => {
    for (const seed of typeof text === 'string' ? [0] : SEEDS) {
      const pasted = typeof text === 'string' ? text : madeOf(text, seed);
      expect(scanTypes(pasted), pasted.slice(0, 300)).toEqual(types);
      expect(scan(pasted).types).toEqual(types);
    }
  });
});

const WORDS: readonly (readonly [word: string, value: string, type: DlpType])[] = [
  ['cartão', CARD, 'CREDIT_CARD'],
  ['cartão de crédito', CARD, 'CREDIT_CARD'],
  ['débito', CARD, 'CREDIT_CARD'],
  ['habilitação', '62472927637', 'CNH'],
  ['código postal', '01310-100', 'CEP'],
  ['código de endereçamento postal', '01310-100', 'CEP'],
  ['cédula de identidade', '29.465.327-2', 'RG'],
  ['cadastro de pessoa física', CPF, 'CPF'],
  ['cadastro nacional da pessoa jurídica', '11222333000181', 'CNPJ'],
  ['código de área', '11987654321', 'PHONE_BR'],
];
const READINGS: Readonly<Record<string, (text: string) => string>> = {
  'Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'Windows-1252': (text) => new TextDecoder('windows-1252').decode(Buffer.from(text)),
  'lost letters': (text) => text.replaceAll(/[^ -~]/g, '\ufffd'),
  'question marks': (text) => text.replaceAll(/[^ -~]/g, '?'),
  'quoted-printable': (text) =>
    text.replaceAll(/[^ -~]/g, (letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  entities: (text) => text.replaceAll(/[^ -~]/g, (letter) => `&#${letter.charCodeAt(0)};`),
};

describe.each(Object.entries(READINGS))('words for numbers, read as %s', (_reading, read) => {
  it.each(WORDS)('%s', (word, value, type) => {
    for (const written of [word, word.toUpperCase()]) {
      expect(scanTypes(`${read(written)}: ${value}`), read(written)).toEqual([type]);
    }
  });
});

/** Random characters of several alphabets, by a generator of Park and Miller. */
function madeOf(parts: readonly Part[], seed: number): string {
  let state = seed * 7_919;
  const next = (count: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  const draw = ([name, length]: Exclude<Part, string>): string => {
    const alphabet = ALPHABETS[name];
    // A secret begins and ends with a letter or digit: a sign there would end a sentence.
    const first = Array.from({ length }, (_, index) =>
      index === 0 || index === length - 1 ? alphabet.charAt(next(16)) : alphabet.charAt(next(alphabet.length)),
    );
    return first.join('');
  };
  return parts.map((part) => (typeof part === 'string' ? part : draw(part))).join('');
}
