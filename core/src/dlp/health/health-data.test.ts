// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { scanTypes } from '../index.ts';

describe('health data: what is said of somebody', () => {
  it.each([
    ['a dose that somebody takes, whatever the medicine', 'Ana toma Zyxoril 50 mg por dia'],
    ['an ambiguous word said of a person', 'O Pedro faltou, febre alta'],
    ['a code of ICD-11', 'CID-11 6A02, afastada'],
    ['a code whose letter stands apart', 'C.I.D. F 33.2 - 90 dias'],
    ['a value of the laboratory with a digit in its name', 'Carla: HbA1c de 9,2%'],
    ['the same in other letters', 'Carla: hba1c 9,2%'],
    ['a gene by its number', 'A Lívia tem mutação no BRCA1'],
    ['a row of a table that is named in the plural', "UPDATE alunos SET obs = 'autista nível 2' WHERE id = 88"],
    ['a blood pressure as people say it', 'seu pai tá com a pressão 18 por 11'],
    ['a blood pressure as charts write it', 'Maria: pressão 150/95'],
    ["somebody who writes I'm", "I'm depressed, could we talk on Monday?"],
    ['somebody on a line for everybody', 'A campanha emocionou a Ana, que tem diabetes'],
    ['a visit to a doctor', 'A Júlia vai ao psiquiatra às terças'],
    ['an illness of somebody with a dog', 'Meu filho foi mordido por um cachorro e está com febre'],
    ['a box that is ticked', '(x) diabetes ( ) hipertensão'],
    ['the answer to a question with boxes', 'Diabético? (x) sim ( ) não'],
    ['a record whose lists are empty', '{"doencas":["asma"],"alergias":[]}'],
    ['somebody whose surname is a field', 'O tipo sanguíneo do Igor Campos é O negativo.'],
    ['a code that its word says is of medicine', 'CID P0420, oficina de Campinas'],
    [
      'what an insurer approved',
      'Claim 3301: member tested positive for Lyme disease; doxycycline approved for 21 days',
    ],
    ['what somebody says of himself', 'Acabei de sair de uma cirurgia de vesícula, não viajo'],
    ['the answer of a test', 'Teste de gravidez positivo'],
    ['a patient of a doctor', 'Dra. Lilian Prado: paciente com lúpus'],
    ['a name behind its initial', 'Rotator cuff repair twice a week - N. Alvarez, asthma'],
    ['a pressure that the sentence leads up to', 'a pressão da vó subiu de novo, 17 por 10'],
    ['a name behind its form of address', 'Denied: Ms. Abbott was diagnosed with lupus before the policy started'],
    ['a code before its word', 'B24 no CID, retorno em maio'],
    ['somebody who feels it', 'Sinto dor no peito, devo ir agora?'],
    ['somebody of a project', 'A pessoa do projeto está internada'],
    [
      'a record under a title that others bear too',
      'HISTÓRIA CLÍNICA\n\nHipertensão há 10 anos e diabetes tipo 2, em uso de losartana 50 mg e metformina 850 mg. Infarto ' +
        'em 2019, com stent em DA. Nega alergias. Chega com dispneia aos pequenos esforços e edema de membros inferiores ' +
        'há duas semanas. Ausculta com estertores em bases. Peso 92 kg.',
    ],
    [
      'a report under a title with a word of medicine',
      'EXAM REPORT – MRI LUMBAR SPINE\n\nL4-L5 disc extrusion with compression of the right L5 root. Mild facet ' +
        'arthropathy. No fracture. Conus at L1. Small hemangioma of L2. Paraspinal muscles normal. Impression: right ' +
        'paracentral disc herniation at L4-L5, correlate with radiculopathy.',
    ],
  ])('finds %s', (_what, text) => {
    expect(scanTypes(text)).toEqual(['HEALTH_DATA']);
  });

  it.each([
    ['what a figure of speech is said of', 'O parto da nova versão foi difícil'],
    ['the subject of a figure of speech', 'O projeto está na UTI desde março'],
    ['the pressure of tyres', 'Pressão dos pneus 32/35, revisão em 12/08'],
    ['a day beside a pressure', 'Medir a pressão 12/08 na caldeira'],
    ['an animal of somebody', 'O gato da Lu tem insuficiência renal e toma soro'],
    ['a turn of phrase that begins with the health word', 'Tenho alergia a planilha com célula mesclada'],
    ['a name of a thing', 'Ambiente Zika removido; usar o cluster Dengue'],
    ['the subject of a verb that the health word begins with', 'O nobreak teve um infarto ontem'],
    ['an illness of nobody in a campaign', 'A campanha Novembro Azul fala do câncer de próstata'],
    ['an illness in a lesson', 'Curso online: hipertensão e diabetes em 12 módulos'],
    ['an illness of people in the plural', 'Pessoas com asma podem doar sangue?'],
    ['a medicine that is let into trade', 'Newly approved drug for asthma'],
    ['a form that nobody filled in', 'Nome do paciente: ________ Diagnóstico: ________ CID: ____'],
    ['one word with another sense beside an everyday one', 'Procedimento de internação em 3 dias'],
    ['an illness of an animal', 'O cachorro tem diabetes'],
    ['an ambiguous word beside an everyday one', 'Operação negada por insuficiência de saldo'],
    ['a doctor who does something else', 'A psicóloga Ana dará palestra sobre liderança'],
    ['an office that speaks of beds', 'O hospital abriu 20 leitos de UTI e contratou 45 profissionais'],
    ['an amount that nobody takes', 'Aplicar 20 mg/kg de cloro no reservatório'],
    ['boxes that nobody ticked', 'Checklist: [ ] febre [ ] tosse [ ] falta de ar'],
    ['a question that nobody answered', 'Are you pregnant or nursing? ( ) yes ( ) no'],
    ['the diagnosis of an engine', 'Voltou da oficina com diagnóstico P0420 no catalisador'],
    ['the code of an error', 'Diagnosis: F12 on the dropdown of the settings'],
    [
      'a service that is called a patient',
      'Patient was the queue. Symptoms: timeouts. Diagnosis: no workers. Treatment: rollback',
    ],
    ['goods for those who are ill', 'Capa para cadeira de rodas, em 3 cores'],
    ['a medicine and its price', 'Dipirona 500 mg c/ 10 comprimidos - R$ 6,40'],
    ['medicines in a table of prices', 'item;preço;estoque\nSertralina 50 mg (receita C1);41,20;18'],
    ['a headache that is something else', 'A minha dor de cabeça hoje é o fechamento contábil'],
    ['what a label warns of', 'May contain milk. Do not use if allergic to soy.'],
    ['a figure of public health', 'A prevalência de asma subiu 3 pontos'],
    ['a lesson with a name in capitals', 'Course: Introduction to Epidemiology, with modules on HIV'],
    ['somebody in a film', 'The film follows a boy with leukemia and his dog'],
    ['whoever a rule will be for', 'O segurado terá direito ao auxílio-doença após 15 dias'],
    ['an advertised place', 'Looking for a nurse with experience in oncology'],
    ['what almost happened', 'I nearly had a heart attack when I saw the invoice'],
    ['what prose says of nobody', 'Faça pausas para evitar tendinite no fim do expediente'],
    ['what prose asks of nobody', 'melhores hospitais para câncer de ovário'],
    ['a service of the day', 'Free blood pressure checks at the pharmacy this Saturday'],
    ['a name in quotes', 'O Crossfit "Fratura Exposta" abre na Vila Mariana'],
    ['whoever speaks of an illness', 'Podcast: convivendo com o diabetes, com a dra. Lilian Prado'],
    [
      'titles in capitals',
      'New classes: Veterinary Nephrology (12 places), Hospital Logistics (30), Clinical Cardiology. From Mar 3.',
    ],
    ['a place that is called like somebody', 'Hiring: night nurse, UTI, private hospital in São Paulo'],
    ['the correlation id of a log', '[auth] cid=B34 rack=K07 latency=9ms'],
    ['a question of an examination', 'Questão 9: paciente de 41 anos chega com cefaleia. Qual a conduta?'],
    ['somebody in a chapter', 'No capítulo 3, Iara descobre que está grávida'],
    ['what everybody of an age should do', 'Mulheres acima de 45 anos devem fazer mamografia'],
    ['what a model tells', 'O modelo que detecta pneumonia tem acurácia de 94%'],
    ['branches of a hospital', 'Departments: Cardiology, Neurology, Urology, Pediatrics'],
    ['letters of a code', 'o código JW.HBA.LNM não validou'],
    ['a pause', 'The silence was pregnant with meaning'],
    [
      'what the title of a long text says is for everybody',
      'PLANO DE ENSINO – FARMACOLOGIA II\n\nConteúdo: antibióticos, insulina, antidepressivos. Avaliação: duas provas de 35% ' +
        'e um seminário de 30%. Seminário 1: asma; 2: epilepsia; 3: hipertensão. Bibliografia: onze títulos, dos quais ' +
        'quatro na biblioteca central. Frequência mínima de 75%, com monitoria às segundas, 18h.',
    ],
    [
      'words of two sentences in a long text without a person',
      'Prancheta: o time sofreu no primeiro tempo e respirou depois das trocas. A defesa, que parecia doente nas bolas ' +
        'aéreas, levou 2 gols em 14 cruzamentos. O meia deu um remédio: 58 passes certos e três assistências. Na tabela, o ' +
        'clube saiu da zona de risco com 33 pontos e nove vitórias. Ingressos do jogo: de R$ 40 a R$ 220.',
    ],
  ])('leaves %s alone', (_what, text) => {
    expect(scanTypes(text)).toEqual([]);
  });
});
