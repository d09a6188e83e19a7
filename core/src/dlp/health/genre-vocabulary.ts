// SPDX-License-Identifier: Apache-2.0
/**
 * Words that tell a letter to one person from a notice to all, and words of business: vacancies, funding rounds,
 * campaigns, stocks, models and machines. A name in such a text seldom belongs to the patient.
 */

/**
 * The possible meanings of a word for the type of a text. Each is one bit of a set, beside SAYS of
 * sentence-vocabulary.ts.
 */
export const MEANS = {
  /** The addressee. */
  YOU: 1 << 0,
  GREETING: 1 << 1,
  /** Bom, boa, good: a greeting with the time of day behind it. */
  GOOD: 1 << 2,
  /** Several people who are greeted at once. */
  CROWD: 1 << 3,
  /** The sentence behind it names no owner yet. */
  CONDITION: 1 << 4,
  AFFAIR: 1 << 5,
  /** Begins the list of attendees of a meeting. */
  PRESENT: 1 << 6,
  ONE: 1 << 7,
  /** "One in five", "um em cada quatro". */
  IN: 1 << 8,
  COUNT: 1 << 9,
  /** A veterinary practice: its texts are about an animal, even when they address a person. */
  VET: 1 << 10,
  /** Begins the list of absentees. */
  ABSENT: 1 << 11,
} as const;

const AFFAIRS =
  // Vacancies.
  'recrutamento candidatura curriculo clt entrevistas remuneracao contratacao applicants recruiting hiring vacancy ' +
  'interviews qualification salary rostering nmc coren crefito hcpc band ' +
  // Companies and their money.
  'startup startups healthtech rodada investidor investidores fundadores fundador founders founder fundo funding ' +
  'fund investors capta captou levanta valuation milhoes bilhoes raises lancamento launch mercado market ' +
  'criada fundada founded equilibrio aporte ' +
  // Models, tests and machines.
  'corpus dataset modelo classificador classifier sintetico sinteticos synthetic rotulo rotulos labels tagger recall ' +
  'kappa anotacao chatbot deploy backend bug cache replica logs latencia pool fila endpoint pipeline generated ' +
  'threads connections timeline shard throughput rollback failover dashboard carts probe ' +
  'postmortem outage retry queue node database negativas negatives metrica squad ' +
  // Campaigns and meetings.
  'palestra campanha camisetas auditorio verba orcamento patrocinio caminhada budget campaign ' +
  'arrecadacao premios mitos brinde sorteio mutirao conscientizacao inscricoes awareness raffle prizes volunteers ' +
  'fundraiser challenge canteen refeitorio brindes places posters cartaz ' +
  // Museums and history.
  'exhibition exposicao museu museum ingressos tickets workshop nobel patente patent ' +
  // Supplies.
  'comissao padronizacao almoxarifado estoque compras consumo fornecedor frascos shortage stores committee ' +
  'inclusao exclusao auditoria reposicao licitacao remessa formulary stewardship tender quarter ' +
  'carried trimestre desperdicio wasted procurement ' +
  // Procedures.
  'atestados declaracoes sesmt padronizado normativa procedimentos notes scope revision ' +
  'objetivo finalidade revisao rev uniformizar padronizar purpose issue misconduct gestor gestores forged ' +
  'comparecimento';

export const MEANINGS: readonly [number, string][] = [
  [MEANS.YOU, 'you your voce senhor senhora seu sua seus suas lhe te teu tua'],
  [MEANS.GREETING, 'dear hi hello ola oi prezado prezada caro cara querido querida estimado estimada'],
  [MEANS.GOOD, 'bom boa good'],
  [
    MEANS.CROWD,
    'team all everyone colleagues parents families customer customers members residents neighbours neighbors friends ' +
      'time pessoal gente turma equipe colegas pais familias clientes cliente moradores condominos associados amigos ' +
      'todos students alunos folks',
  ],
  [MEANS.CONDITION, 'if se caso whether unless quando when quem'],
  [MEANS.AFFAIR, AFFAIRS],
  [MEANS.PRESENT, 'presentes present participantes attendees attending presencas'],
  [MEANS.ONE, 'one um uma'],
  [MEANS.IN, 'in em'],
  [MEANS.COUNT, 'two three four five six seven eight nine ten cada dois tres quatro cinco dez'],
  [MEANS.ABSENT, 'apologies ausencia ausencias ausente ausentes ausentou justificou absent regrets'],
  [MEANS.VET, 'veterinaria veterinario veterinary vet animal vets'],
];
