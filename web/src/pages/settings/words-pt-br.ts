// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Configurações',
  readOnly: 'Só proprietários e administradores alteram as configurações.',
  general: 'Geral',
  name: 'Nome',
  missingName: 'Informe um nome.',
  timeZone: 'Fuso horário',
  timeZoneHint: 'O horário comercial é de segunda a sexta, das 9h às 18h, nesse fuso.',
  decisions: 'Decisões',
  enforcement: 'Aplicação',
  enforcements: {
    ENFORCE: 'Aplicar: políticas e risco decidem',
    MONITOR: 'Monitorar: tudo é permitido, e o que teria acontecido fica registrado',
  },
  enforcementHint: 'O modo de monitoramento não libera um agente pausado nem as permissões do próprio agente.',
  monitorText:
    'Nesse modo, nenhuma política e nenhum limite de risco detém um agente. As decisões continuam registradas.',
  looser: {
    risk: (from, to, before, after) =>
      `Risco ${from === to ? from : `de ${from} a ${to}`}, sem política aplicável: hoje ${before}, depois ${after}.`,
    outcomes: { allowed: 'é permitido', asked: 'uma pessoa decide', blocked: 'é bloqueado' },
    alone: 'Uma pessoa sozinha pode deixar passar mais.',
    withoutFactor: 'Membros entram sem segundo fator.',
    validLonger: (before, after) =>
      `Uma ação permitida pode ser executada por mais tempo: ${after} em vez de ${before}.`,
    approvals:
      'Revisões sem política precisam de menos pessoas, podem ser aprovadas por quem pediu, valem mais ou permitem ' +
      'concessões.',
    grantsLonger: (after) => `Concessões podem liberar ações sem uma pessoa por até ${after}.`,
    assistants: 'Apps conectados podem responder revisões com a palavra da própria pessoa.',
  },
  riskReviewAt: 'Perguntar a uma pessoa a partir deste risco',
  riskBlockAt: 'Bloquear a partir deste risco',
  riskHint: 'De 0 a 100. Vale onde nenhuma política se aplica.',
  badScore: 'Informe um número inteiro de 0 a 100.',
  badOrder: 'Perguntar não pode começar acima de bloquear.',
  axis: (review, block) =>
    `Permitida abaixo de ${review}, em revisão a partir de ${review}, bloqueada a partir de ${block}`,
  allowed: 'Permitida',
  asked: 'Em revisão',
  blocked: 'Bloqueada',
  reviews: 'Revisões',
  expiry: 'Uma revisão expira após',
  expiryHint: 'Depois disso, a ação é bloqueada. A revisão não pode durar mais que a retenção dos eventos.',
  durations: (minutes) =>
    minutes < 60
      ? `${minutes} minutos`
      : minutes < 1_440
        ? `${minutes / 60} ${minutes === 60 ? 'hora' : 'horas'}`
        : `${minutes / 1_440} ${minutes === 1_440 ? 'dia' : 'dias'}`,
  approvals: 'Aprovações de uma revisão sem política',
  approvalsHint: 'Quando o risco pede uma pessoa. Cada política diz por si quantas precisam aprovar.',
  approvers: (count) => (count === 1 ? 'Uma pessoa' : `${count} pessoas`),
  reviewValid: 'Essa aprovação vale por',
  asSettings: 'O mesmo que qualquer ação permitida',
  grants: 'Concessões quando nenhuma política pediu',
  granting: { no: 'Nunca', yes: 'Quem aprova pode liberar o mesmo por um tempo' },
  grantHours: 'Uma concessão pode durar até',
  grantHoursHint:
    'Ao aprovar, uma pessoa pode liberar a mesma ação por um tempo, se a política permitir. Reduzir este prazo ' +
    'encerra as concessões que durariam mais.',
  noGrants: 'Ninguém faz concessões',
  asker: 'Quem pediu a ação',
  signature: 'Assinatura da aprovação',
  signatures: { no: 'Não é necessária', yes: 'Por chave de acesso' },
  askers: { no: 'Pode aprovar', yes: 'Pode negar, não aprovar' },
  assistants: 'Revisões em assistentes',
  assistantsHint:
    'Um app conectado pode perguntar à pessoa que o conectou, quando o papel dela permite resolver a revisão e o ' +
    'risco não é crítico. Perguntar de verdade depende do app: permita só se confiar nos apps conectados.',
  places: { no: 'Nunca', yes: 'O app pode perguntar à própria pessoa' },
  alternatives: 'O que um agente recusado fica sabendo',
  alternativesHint:
    'Os limites são registros, destino interno, horário comercial e categorias de dados; nunca nomes. Com eles, um ' +
    'agente aprende onde ficam os seus limites.',
  told: { no: 'Só os motivos', yes: 'Os motivos e os limites que seriam permitidos' },
  acts: 'Ações permitidas',
  valid: 'Uma ação permitida vale por',
  validHint: 'A partir da aprovação ou da decisão. Depois disso, o agente precisa pedir de novo.',
  outcome: 'O desfecho passa a faltar após',
  outcomeHint: 'Contado a partir do uso. Essas ações aparecem em Eventos; nada mais acontece.',
  context: 'O que os agentes dizem sobre suas ações',
  contextHint: 'Finalidade, destino, sessão e link. Nenhuma regra os lê; quem decide, sim.',
  kept: { yes: 'Guardar e mostrar', no: 'Não guardar nem mostrar' },
  people: 'Acesso',
  loosenNeedsTwo: 'Alterações que deixam passar mais',
  loosenNeedsTwoHint:
    'Políticas e estas configurações. O que restringe nunca espera. Só um proprietário muda isto, e não sozinho.',
  noSecond: 'Ninguém mais poderia aceitar: convide antes outro proprietário ou administrador.',
  persons: { no: 'Uma pessoa basta', yes: 'Esperam por outro proprietário ou administrador' },
  requireMfa: 'Segundo fator',
  requireMfaHint: 'Quando é exigido, quem não tem um só vê a página que o configura.',
  factors: { no: 'Cada membro decide', yes: 'Exigido de todos os membros' },
  ownFactorFirst: 'Configure antes um segundo fator para você, em Conta, Segurança.',
  audit: 'Auditoria',
  checkpointUrl: 'Enviar checkpoints assinados para',
  checkpointHint:
    'Um endereço fora do alcance de quem controla o banco protege o registro contra reescrita. Vazio: nenhum.',
  badUrl: 'Informe um endereço https público, sem senha.',
  signInTitle: 'Login',
  signInText: 'As pessoas podem entrar pelo diretório da empresa: com as regras de senha dele e os grupos como papéis.',
  signInOpen: 'Configurar o login',
  exportTitle: 'Exportar a organização',
  exportText: 'Configurações, membros, agentes, recursos, chaves, rotas e políticas em JSON, sem nenhum segredo.',
  exportElsewhere: 'Eventos e a cadeia de auditoria têm exportações próprias, na página Auditoria.',
  exportAct: 'Exportar a organização',
  codeText:
    'Como arquivo de provisionamento: um YAML que o svc-server aplica, para guardar no git ou montar outro servidor.',
  codeAct: 'Exportar como código',
  deleteTitle: 'Excluir a organização',
  deleteText: 'Tudo o que há nela termina, na hora e para todos os membros. Não pode ser desfeito.',
  deleteEnds: [
    'As chaves de API deixam de funcionar: os agentes não recebem mais decisões.',
    'Políticas, agentes, eventos, revisões e a auditoria somem em minutos. Exporte antes o que precisa guardar.',
    'Uma assinatura é cancelada na hora, sem reembolso.',
    'Os membros perdem o acesso. As contas deles continuam, e a sua também.',
  ],
  deleteOpen: 'Excluir a organização…',
  deleteAct: 'Excluir de vez',
  deleteName: (name) => `Digite ${name} para confirmar`,
  otherName: 'Este não é o nome. Digite-o letra por letra.',
  deleteCode: 'Código do aplicativo autenticador',
  codeHint: 'Ou um dos seus códigos de recuperação.',
  missingCode: 'Informe o código.',
  wrongPasswordOrCode: 'A senha ou o código está errado.',
  save: 'Salvar configurações',
  changes: (count) => (count === 1 ? '1 alteração não salva' : `${count} alterações não salvas`),
  saved: 'Configurações salvas. Valem a partir da próxima decisão.',
  tooLong: 'Isto dura mais do que os eventos são guardados no seu plano.',
};
