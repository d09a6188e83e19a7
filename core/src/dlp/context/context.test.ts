// SPDX-License-Identifier: Apache-2.0
/** Context gives a number its meaning: words before it, behind it, on the line before, and in the output of tools. */
import { describe, expect, it } from 'vitest';
import { scanTypes } from '../index.ts';

describe('context', () => {
  it.each([
    ['a sort behind the number in an address', 'GET /v2/companies/11222333000181?doc=cnpj 200', ['CNPJ']],
    ['a sort behind the number in a record', '{"value":"52998224725","type":"cpf"}', ['CPF']],
    ['a clause that says what the number was', 'frete pro 74483-316 tá negativo, é o cep da clínica', ['CEP']],
    ['an answer to the line before', 'me manda o número do rg?\nclaro: 29.465.327-2', ['RG']],
    ['a field of an address form', 'shipping.zip=30381135', ['CEP']],
    ['a verb before a phone', 'If the courier is late, text 31 97313-6032 instead', ['PHONE_BR']],
    ['the number of a bot in its token', 'TELEGRAM_TOKEN=2720984228:AAR01iA-9gUbDTbETPv3Fj95U1BNVgkbi11', ['API_KEY']],
    ['a date behind a card', 'a new number, 4539578763621486, expiring in May', ['CREDIT_CARD']],
    ['a card over two lines', 'pagamento com 4539 5787\n6362 1486 aprovado, cartão físico', ['CREDIT_CARD']],
    ['a token behind the scheme', 'Authorization: Token 288e5d72d6ddabae77a5e80386c54bb1e81e3037', ['API_KEY']],
    [
      'a key of a table of Pix keys',
      "INSERT INTO chaves_pix (tipo, chave) VALUES ('EVP', '37710b5e-8598-44da-9bc5-69aedcf44033');",
      ['PIX_KEY'],
    ],
    [
      'a number of a table of cards',
      "INSERT INTO pagto_cartao (pedido, numero, validade) VALUES (55108, '4539578763621486', '2028-04');",
      ['CREDIT_CARD'],
    ],
    ['a value that its line explains', '86500-600: CEP da matriz', ['CEP']],
    ['what is handed over after a denial', 'Nota sem CEP, o certo é 87019777', ['CEP']],
    ['an RG of Bahia without dots', 'RG 07218845-31 SSP/BA', ['RG']],
    ['a field that says the sort of the next', '{"docType":"RG","docNumber":"29.465.327-2"}', ['RG']],
    ['the event of a card', '{"event":"card.created","data":{"number":"4539578763621486"}}', ['CREDIT_CARD']],
    ['a key behind its sign', 'aluguel pago por Pix, chave = meu CPF, que é 529.982.247-25', ['CPF', 'PIX_KEY']],
    ["a table of a database's client", '    cpf     | status\n------------+------\n 52998224725 | paid', ['CPF']],
    ['a table in a frame', '+-----+---+\n| cpf | n |\n+-----+---+\n| 52998224725 | 1 |\n+-----+---+', ['CPF']],
    [
      'a row of a table that the statement before creates',
      `CREATE TABLE c (id int, note text, paid numeric(14,2), cpf text);\nINSERT INTO c VALUES (1, '${'x'.repeat(90)}', 2.5, '52998224725');`,
      ['CPF'],
    ],
    [
      'a key of this service with every character it may hold',
      'key_live_q3Zt_8Lk-W1xVb7NcR5mYpD2sGf9hJ0aTu4Ee6Io_XKw',
      ['API_KEY'],
    ],
    ['an issuer in the next field', 'nome: Nereu Pinto\nrg: 3781946\norgao_emissor: SSP/CE', ['RG']],
    ['a key that says whose number it is', 'cep_fatura=74483-316 score=71', ['CEP']],
    ['a clause that hands over what is missing', 'She forgot the CEP on her order, it is 74483-316.', ['CEP']],
    ['an answer to a question with more words', 'E o CEP do local da instalação, senhor?\nAh, é 30381135', ['CEP']],
    [
      'what an assistant asked for',
      'Bot: digite o número do cartão\nUsuário: 4 5 3 9 5 7 8 7 6 3 6 2 1 4 8 6',
      ['CREDIT_CARD'],
    ],
    ['a sort in an element of its own', '<docTipo>RG</docTipo><docNumero>29.465.327-2</docNumero>', ['RG']],
    ['a CPF that was told over the phone', 'CPF (ditado no telefone) 52 9 9822 4725', ['CPF']],
    ['letters and digits over two lines', 'CNPJ: 12.ABC.345/\n01DE-35', ['CNPJ']],
    ['a key told by its sort', 'pode fazer o pix no meu celular mesmo, (34) 98803-9956', ['PIX_KEY', 'PHONE_BR']],
    ['a field of the card', 'CNH DIGITAL\nNOME: JOSÉ DIAS\nNº REGISTRO 30868063073\nVALIDADE 19/07/2031', ['CNH']],
    [
      'an answer to a question after Pix in a chat',
      '[14:02] Bel: faz pix?\n[14:02] Neto: faço, qual a chave\n[14:03] Bel: é 529.982.247-25',
      ['CPF', 'PIX_KEY'],
    ],
    [
      'a key that a line break cut',
      'sk-ant-api03-upfjb1lNXLMJ9WgFmZ06YrJpvAODNkd5yW4511i3s\nN12ao7RDrVjJTfOiW6iI39qO26u3e5Lx72V5muIZwffsosAA',
      ['API_KEY'],
    ],
    [
      'a key of a relative for what is paid',
      'manda o sinal da reserva no pix do meu primo: (85) 96806-2274',
      ['PIX_KEY', 'PHONE_BR'],
    ],
    ['a key of a relative behind a comma', 'deposita no pix da minha sogra, 529.982.247-25', ['CPF', 'PIX_KEY']],
    ['a key that is a value above', 'CNPJ 11.222.333/0001-81\nA chave Pix é o próprio CNPJ acima', ['CNPJ', 'PIX_KEY']],
    ['answers to two labels in their order', 'preciso de CPF e CEP\n> 52998224725\n> 30381135', ['CPF', 'CEP']],
    ['two labels with articles', 'preciso do RG e do CEP\n29.465.327-2\n30381135', ['RG', 'CEP']],
    ['a word behind what is handed over', 'te mando: 81964895107, celular', ['PHONE_BR']],
    ['a Pix of a relative in another deed', 'pode ver o pix da minha mãe, (85) 96806-2274', ['PHONE_BR']],
    ['a bill that could not be paid by Pix', 'não consigo pagar o boleto no pix: (85) 96806-2274', ['PHONE_BR']],
    ['a key that is not the value above', 'CNPJ 11.222.333/0001-81\nA chave Pix não é o CNPJ acima', ['CNPJ']],
    ['a number behind the answer to one label', 'me manda o CPF\n52998224725\n30381135', ['CPF']],
    ['a code in a field of its own', '{"dx":[{"system":"ICD-10","code":"C50.9"}]}', ['HEALTH_DATA']],
  ])('takes %s', (_what, text, types) => {
    expect(scanTypes(text)).toEqual(types);
  });

  it.each([
    ['the tool of the same name', "rg --hidden -n '294653272' src/"],
    ['a number named by another word after a denial', 'Sem CEP na nota 87019777'],
    ['an archive', 'zip archive 18420931 bytes, checksum ok'],
    ['a number of a table of other things', "INSERT INTO pedidos (numero, total) VALUES ('4539578763621486', 3)"],
    ['a UUID behind a second sign', 'lookup token=x value=e20df005-5014-4154-99a8-23964d5320d3 -> 200'],
    ['an id that begins like a code of an illness', 'cid=F41.1a9 rid=88 msg="cache miss"'],
    ['a phone of another country in parentheses', 'Call our Chicago desk at (312) 555-0143'],
    ['a phone of another country with its prefix', 'call 1-413-555-0188 or 413.555.0188'],
    ['the name of an object in a store', '{"Key":"exports/2025/07/clients_0714-a81x.csv.gz"}'],
    ['the name of an archive', 'cache secret: dump_2024-11-03T1044_prod-x71.tar.gz'],
    ['a constant', 'const TOKEN = BILLING_SERVICE_TOKEN_2024_DEFAULT;'],
    ['a handle with its sort before it', '{"cardToken":"pm_1f0c9a52-7a1e-4c53-9d8b-5e6f7a8b9c0d"}'],
    ['a name with its year', "KeyError: 'customer_reference_2024_q3_final'"],
    ['what a record is called by', 'Key: user_2NNEqL2nrIRdJ194ndJqAHwEfxC'],
    ['the id of a key', '"private_key_id":"3f9a1c07be5d4428aa10c6e2d97b4f01c35e8a6d"'],
    ['the date of a committee', 'A emenda, aceita pelo CEP em 14/03/2021, ampliou a amostra'],
    [
      'a certificate in an instruction on process control',
      'CONTROLE ESTATÍSTICO DO PROCESSO\n\nRegistros CEP-P12-07 e CEP-P14-08. Calibração: certificado 20117734.',
    ],
    ['another number on a card', 'CNH DIGITAL\nNOME: JOSÉ DIAS\nRENAVAM 30868063073'],
    ['names over two lines', 'figd_tokens_design_2024\ncores_primarias_v2_2024_export'],
    ['the name of a field', '{"text":"11987654321"}'],
    ['an id of what is called so', 'cep_id=30381135'],
    ['the number that a clause names', 'She forgot the CEP on her order, the order is 30381135.'],
    ['goods behind a number', 'estoque: 81964895107, celular'],
    ['another number in an answer', 'Qual o CEP da obra?\nNão sei. O pedido é 30381135.'],
  ])('leaves %s alone', (_what, text) => {
    expect(scanTypes(text)).toEqual([]);
  });
});
