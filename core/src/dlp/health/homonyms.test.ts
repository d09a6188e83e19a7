// SPDX-License-Identifier: Apache-2.0
/** Names of illnesses with another meaning, each in both senses and with a person's name beside it. */
import { expect, it } from 'vitest';
import { scanTypes } from '../index.ts';

it.each([
  [
    'Prezada Ludmila, lamentamos o transtorno com o pedido 8841.',
    'Ana tem um transtorno desde criança e toma remédio.',
  ],
  ['O CNPJ do fornecedor do Marcos está inapto na Receita.', 'Carlos foi considerado inapto no exame admissional.'],
  ['Já pus o Carlos em cópia no e-mail.', 'A ferida da Ana está com pus.'],
  ['João, faz um bypass no validador e sobe o fix.', 'Tom had a gastric bypass in May.'],
  ['O Gilmar opera a linha de extrusão 4.', 'RM do Paulo: extrusão em L5-S1'],
  ['A linha de ar comprimido do Paulo vazou.', 'Ana tomou 1 comprimido de 8 em 8 horas, segundo o médico.'],
  ['Quarto fumante para o hóspede Paulo Lima, 2 noites.', 'Paulo é fumante e tem 58 anos, pedir espirometria.'],
  ['Asset seizures were ordered by Judge Miller.', 'Tom had a seizure at work on Monday.'],
  ['Tom, it was a rash decision.', 'Tom has a rash on both arms since Sunday.'],
  ['Ana, baterias de lítio só por via terrestre.', 'A Renata toma lítio há dez anos.'],
  ['Ana, o PDF comprimido ficou com 2 MB.', 'Ana tomou um comprimido para dor de cabeça.'],
  ['Carlos, a multa prescreveu.', 'O médico prescreveu antibiótico para a Ana.'],
  ['Lena named the runbook migraine.md for a reason.', 'Lena left early with a migraine. Md on call: Tom.'],
  ['Tom’s bill gave finance a heart attack.', 'Tom’s boss gave him a lift after his heart attack.'],
  ['Tom called the sheet a cancer on the department.', 'Tom has a cancer on the lung.'],
  ['Ana acha a estratégia de preços esquizofrênica.', 'Ana é esquizofrênica e faz tratamento.'],
  ['Tom says the dollar looks sick and the real is limping.', 'Tom is limping since the surgery.'],
  ['Tom left two nits on the PR.', 'The school nurse found nits in Tom’s hair, he has lice.'],
  ['Ana abortou a missão antes do rollback.', 'Ana abortou em março e está de licença.'],
  ['Tom threw up a quick demo on staging.', 'Tom threw up after lunch and has a fever.'],
  ['Paulo, carne resfriada chega às 6h.', 'Ana está resfriada e não vem hoje.'],
  ['Ana pays Tom 40,000 INR.', 'Tom’s INR is 2.5 this week.'],
  ['Paulo disse que o remédio é reiniciar.', 'O remédio da Ana é tomar losartana todo dia.'],
  ['Meu câncer hoje, Paulo, é o legado.', 'Meu câncer hoje é o de mama, o outro sumiu.'],
  ['Tom was diagnosed with a chronic lack of meetings', 'Tom was diagnosed with a lack of growth hormone.'],
  ['Ana, uma nova coceira no código.', 'Ana, minha mãe está com coceira no corpo todo.'],
  ['Paulo, a política externa é esquizofrênica.', 'Paulo, meu irmão é esquizofrênico.'],
  ['Davi é professor de psiquiatria na USP.', 'Davi é professor e faz tratamento com psiquiatra.'],
  ['Mauro vende próteses para o SUS.', 'Mauro usa prótese na perna direita.'],
  ['Ned’s thesis is on malaria in Ghana.', 'Ned is back from Ghana with malaria.'],
  ['Larissa viu O Amor nos Tempos do Cólera no cinema.', 'A tia de Larissa pegou cólera na viagem.'],
  ['Tom covers Lilly; Mounjaro sales beat estimates.', 'Tom takes Mounjaro every Friday.'],
  ['O Thiago está com febre de compra, levou três.', 'O Thiago está com febre de 39 graus desde ontem.'],
  ['A Lívia tem depressão pós-feriado kkk', 'A Lívia está com depressão pós-parto.'],
  ['Lucas’s customer relapsed to the old plan.', 'Lucas relapsed to drinking after the divorce.'],
  ['O Paulo teve uma recaída e voltou pro Excel.', 'O Paulo teve uma recaída e voltou para a clínica.'],
  ['Bia teve alta de 8% nas vendas.', 'Bia teve alta da UTI.'],
  ['Rita had a heart attack when she saw the bill.', 'Rita had a heart attack when she was forty.'],
  ['Wes has PTSD from the last migration.', 'Tom has PTSD from a car accident.'],
  ['Paul M.: "Your app gives me headaches."', 'The new medicine gives Paul headaches.'],
  [
    'Caller: John Smith\nSymptom: slow login. Diagnosis: expired certificate. Treatment: renew.',
    'Case #44\nEmployee: John Smith\nDiagnosis: herniated disc. Treatment: physiotherapy.',
  ],
])('tells "%s" from "%s"', (other, illness) => {
  expect(scanTypes(other)).toEqual([]);
  expect(scanTypes(illness)).toEqual(['HEALTH_DATA']);
});

it('finds health data where a text is crammed with words that are nobody’s', () => {
  expect(scanTypes('asma asma\n'.repeat(500))).toEqual([]);
  expect(scanTypes('asma asma\n'.repeat(5_000))).toEqual(['HEALTH_DATA']);
});
