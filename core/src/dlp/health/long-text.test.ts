// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { scanTypes } from '../index.ts';

/** Filler about the weather, which makes the text too long for a message. */
const REST =
  '\n\nA chuva da semana passada encheu o lago e a estrada de terra ficou fechada por dois dias. O posto da praça reabre na ' +
  'quinta, das 8h às 12h, e a balsa volta a sair a cada meia hora. O mercado recebeu batata, cebola e alho. A banda ensaia ' +
  'no coreto. As mesas do salão foram lixadas e os bancos, pintados de verde. O sino toca às seis. ' +
  'O trem de carga passa mais tarde, e a cancela tem lâmpada nova. A horta da escola deu abóbora, couve e salsinha.';

describe('a health word of a long text', () => {
  it.each([
    ['a relative', 'A minha mãe descobriu um diabetes no mês passado e anda assustada.'],
    [
      'a name and what it does',
      'A Zulmara voltou da cidade com o diagnóstico de hipertensão e quer falar com a gerência.',
    ],
    ['oneself', 'Tenho asma desde menino e não posso ficar no galpão da moagem.'],
    ['an age', 'Trata-se de um caldeireiro, 58 anos, com hipertensão e duas quedas no último mês.'],
    ['initials', 'J.M.S. chegou de ambulância, com epilepsia conhecida, e ficou em observação.'],
    ['values that were measured', 'Deu entrada com FC 104, SatO2 91 % e PA 160x100; asma, em uso de salbutamol.'],
  ])('counts beside %s', (_what, sentence) => {
    expect(scanTypes(sentence + REST)).toEqual(['HEALTH_DATA']);
  });

  it.each([
    ['whoever reads it', 'Se você tem asma ou hipertensão, procure o posto e leve a receita.'],
    ['groups', 'Crianças com asma e idosos com hipertensão têm prioridade na fila.'],
    ['shares', 'No bairro, 12 % dos moradores têm hipertensão e 7 % têm diabetes.'],
    ['an article of law', 'Art. 3 O servidor com epilepsia terá a jornada reduzida, a critério da chefia.'],
    ['a limit of age', 'A vacina contra hepatite é dada a partir de 12 anos e até os 45 anos.'],
    ['a blank form', 'Nome: ____________ Idade: ____ Alergias: ____________ ( ) asma ( ) diabetes'],
  ])('does not count beside %s', (_what, sentence) => {
    expect(scanTypes(sentence + REST)).toEqual([]);
  });

  it('counts in a record of one person, however far its name', () => {
    expect(scanTypes(`Paciente: Ilma Serafim Dutra\n${REST}\n\nConduta: manter insulina; diabetes em ajuste.`)).toEqual(
      ['HEALTH_DATA'],
    );
    const familyName = `Paciente: Ilmácio Sobral\n${REST}\n\nConduta: manter insulina; diabetes em ajuste.`;
    expect(scanTypes(familyName)).toEqual(['HEALTH_DATA']);
    expect(scanTypes(`Nome: [NOME DO ALUNO]\n${REST}\n\nConduta: manter insulina; diabetes em ajuste.`)).toEqual([]);
  });

  it('counts beside a number that only a person has, and in a record with a date of birth', () => {
    const certificate = 'Atesto que a pessoa do CPF 529.982.247-25 necessita de 5 dias. CID: J18.9';
    expect(scanTypes(certificate + REST)).toEqual(['CPF', 'HEALTH_DATA']);
    expect(scanTypes(certificate.replace(' do CPF 529.982.247-25', '') + REST)).toEqual([]);
    const record = '{"birthDate": "1959-11-02", "code": {"text": "Chronic obstructive pulmonary disease"}}';
    expect(scanTypes(record + REST)).toEqual(['HEALTH_DATA']);
    expect(scanTypes(record.replace('"birthDate": "1959-11-02", ', '') + REST)).toEqual([]);
  });

  it('is of nobody in a story, even where that has a name', () => {
    expect(scanTypes(`ROMANCE, CAPÍTULO 2\n\nA Zulmara voltou da cidade com tuberculose.${REST}`)).toEqual([]);
  });

  it('counts in a short text without signs of a person: that is a message', () => {
    expect(scanTypes('diabetes descompensado, ajustar insulina')).toEqual(['HEALTH_DATA']);
  });

  it('is of the one whom a letter is written to, unless it is asked or supposed', () => {
    const head = 'Prezada Odete,\n\n';
    expect(scanTypes(`${head}Você nos contou que está em tratamento de um linfoma desde maio.${REST}`)).toEqual([
      'HEALTH_DATA',
    ]);
    expect(scanTypes(`Prezados pais,\n\nVocê encontra no mural o cartaz sobre o linfoma.${REST}`)).toEqual([]);
    expect(scanTypes(`${head}O seu ingresso está confirmado. A programação tem mesa sobre linfoma.${REST}`)).toEqual(
      [],
    );
    expect(scanTypes(`${head}Se você está em tratamento de um linfoma, avise a enfermaria.${REST}`)).toEqual([]);
  });

  it('is of nobody in talk of affairs, whoever is named there', () => {
    const news =
      'Startup gaúcha capta R$ 15 milhões\nA Lumiar, fundada por Noemi Strapasson, fechou a rodada com um fundo do sul. ' +
      'A Noemi apresentou o exame que acha hipertensão. A receita cresceu e os investidores aprovaram a meta.';
    expect(scanTypes(news + REST)).toEqual([]);
  });

  it('is of nobody where two years of long ago are told', () => {
    const history =
      'Em maio de 1921 Frederick Banting pediu uma sala. Em 1923 veio o Nobel. Banting ainda viu o diabetes matar.';
    expect(scanTypes(history + REST)).toEqual([]);
  });

  it('counts in a form whose questions are answered', () => {
    const form = 'FICHA\nAluno(a): Maitê Figueira\nSabe nadar? Sim\nFotos? ( ) sim (x) não\nVan? (x) sim ( ) não\n';
    expect(scanTypes(`${form}Observações: epilepsia, medicação às 8h.\n${REST}`)).toEqual(['HEALTH_DATA']);
  });
});
