// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { scanTypes } from '../index.ts';

describe('a word of medicine with a name elsewhere on its line', () => {
  it.each([
    ['said of a thing', 'Overdose de planilha hoje, Camila. Amanhã eu fecho o resto.'],
    ['whose subject is a thing', 'A loja de Campinas está na UTI, e a Rita sabe.'],
    ['that tests find in software', 'Build 412 tested positive for a memory leak; Ines is bisecting.'],
    ['beside a word of its other sense', 'Cron job of Alice ran twice at the DST switch.'],
    ['of an inspection of materials', 'Ultrassom em tubos de 8 polegadas, laudo do Wagner N3.'],
    ['of a record of a machine', 'Prontuário NR-13 da caldeira atualizado por Nivaldo.'],
    ['of revenue and of an engineer’s report', 'Paulo, a receita de fretes e o laudo do engenheiro chegaram.'],
    ['of a test that drivers take, and that is only due', 'Agendar o exame toxicológico do Gilson até sexta.'],
    ['whose subject has a hyphen', 'A conta de e-mail da Rita está doente hoje.'],
    ['of wear', 'Desgaste prematuro da engrenagem, caso do Tiago, 3 horas.'],
    ['of a crash', 'Deu um AVC no servidor de arquivos, o Paulo viu.'],
    ['of a stay at work', 'Rita está internada na planilha.'],
    ['that a thing became', 'Esse planilhão virou um câncer e todo mundo depende dele.'],
    ['that a thing is called', 'Essa gambiarra é um câncer, o Beto não quer mexer.'],
    ['on a sign', 'Caixa preferencial - gestante, idoso, deficiente. Fale com a Marta.'],
  ])('is nobody’s when %s', (_what, text) => {
    expect(scanTypes(text)).toEqual([]);
  });

  it.each([
    ['said of somebody', 'A Lígia teve uma overdose ontem e está internada.'],
    ['whose subject is kin to the owner of a thing', 'A filha do dono da loja está na UTI.'],
    ['that tests find in somebody', 'Ines tested positive for COVID this morning.'],
    ['without a word of its other sense', 'A Carla fez exame de DST e deu positivo.'],
    ['of an inspection of a body', 'Biópsia da mama da Lúcia deu maligna.'],
    ['of a record of somebody who drives', 'Prontuário da motorista Alzira: epilepsia, usa carbamazepina.'],
    ['of a test with a result', 'O toxicológico do Gilson acusou cocaína.'],
    ['of somebody who serves the public', 'AVC no servidor Paulo Nunes, 54 anos.'],
    ['in a clause behind that of a thing', 'A Rita fechou a planilha e está na UTI.'],
    ['in a place that is named after a thing', 'Kevin fainted on the warehouse floor.'],
    ['of a name that no list holds', 'Dagmara recaiu na bebida em maio.'],
    ['that a growth became', 'A pinta dela virou um câncer.'],
    ['that a lump is', 'Esse caroço é um câncer, disse o médico dela.'],
    ['that somebody had', 'Meu pai teve um câncer, ninguém sabia.'],
    ['of somebody who comes first', 'A Carla é gestante e pediu vaga próxima.'],
  ])('is found when %s', (_what, text) => {
    expect(scanTypes(text)).toEqual(['HEALTH_DATA']);
  });
});
