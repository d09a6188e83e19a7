// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  unreachable: {
    what: 'Não foi possível alcançar o serviço.',
    remedy: 'Verifique sua conexão; a página tenta de novo.',
  },
  'signed-out': { what: 'Sua sessão terminou.', remedy: 'Entre de novo.' },
  crashed: { what: 'Esta página falhou.', remedy: 'Carregue de novo. Se falhar outra vez, avise seu administrador.' },
  rateLimited: (seconds) => `Espere ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'} e tente de novo.`,
  openProposal: 'Abrir a alteração que espera',
  requestId: (id) => `Requisição ${id}`,
  byCode: {
    validation_error: { what: 'Algo no pedido não é válido.', remedy: 'Corrija e tente de novo.' },
    idempotency_key_reused: { what: 'Este pedido já foi enviado.', remedy: 'Carregue a página de novo.' },
    invalid_credentials: { what: 'E-mail, senha ou código incorretos.', remedy: 'Confira e tente de novo.' },
    maker_unproven: {
      what: 'Você não está conectado a esta conta aqui.',
      remedy: 'Entre, ou informe a senha da conta.',
    },
    mfa_required: {
      what: 'Sua conta pede um segundo fator.',
      remedy: 'Informe o código do seu aplicativo autenticador.',
    },
    reauthentication_required: { what: 'Esta mudança pede uma autenticação recente.', remedy: 'Confirme que é você.' },
    new_password_required: {
      what: 'Códigos errados demais foram informados com esta senha.',
      remedy: 'Escolha uma nova senha em “Esqueci a senha” e entre.',
    },
    no_organization: {
      what: 'Sua conta não pertence mais a nenhuma organização.',
      remedy: 'Entre para criar uma nova, ou peça um convite a um colega.',
    },
    mfa_setup_required: {
      what: 'Sua organização exige um segundo fator.',
      remedy: 'Configure um na sua conta e continue.',
    },
    signature_required: {
      what: 'Esta aprovação precisa da sua assinatura.',
      remedy: 'Abra a revisão e aprove com a sua chave de acesso.',
    },
    directory_session: {
      what: 'Você entrou pela sua empresa, e isto diz respeito à sua conta inteira.',
      remedy: 'Para isso, entre com senha ou chave de acesso.',
    },
    sso_required: {
      what: 'Na sua organização só se entra pelo login da empresa.',
      remedy: 'Entre pela sua empresa.',
    },
    sso_refused: { what: 'O login pela sua empresa não funcionou.', remedy: 'Comece de novo.' },
    demo_read_only: {
      what: 'Esta é uma demonstração: nada nela pode ser alterado.',
      remedy: 'Crie a sua própria organização para experimentar.',
    },
    unauthorized: { what: 'Você não está conectado.', remedy: 'Entre de novo.' },
    forbidden: { what: 'Seu papel não permite isso.', remedy: 'Peça a um proprietário ou administrador.' },
    plan_limit: { what: 'O limite do seu plano foi atingido.', remedy: 'Fale com um proprietário sobre o plano.' },
    not_found: { what: 'Não encontrado.', remedy: 'Volte e escolha outro item.' },
    conflict: { what: 'Outra pessoa alterou isto.', remedy: 'Recarregue para ver a versão atual.' },
    needs_second_person: {
      what: 'Isto deixa passar mais, por isso espera por outro proprietário ou administrador.',
      remedy: 'Nada mudou ainda. Peça a um deles que veja.',
    },
    not_allowed: { what: 'Esta ação não está permitida.', remedy: 'Não a execute.' },
    already_redeemed: { what: 'Esta ação já foi usada.', remedy: 'Não a execute de novo.' },
    approval_lapsed: { what: 'O prazo para executar esta ação venceu.', remedy: 'Peça uma nova decisão.' },
    action_mismatch: {
      what: 'Esta não é a ação que foi decidida.',
      remedy: 'Envie-a como foi decidida, ou peça uma nova decisão.',
    },
    refused_now: { what: 'Esta ação foi permitida, mas agora seria bloqueada.', remedy: 'Não a execute.' },
    grant_not_allowed: {
      what: 'Não pode haver concessão para este ato. Nada foi aprovado.',
      remedy: 'Aprove sem a concessão.',
    },
    outcome_reported: { what: 'O resultado desta ação já é conhecido.', remedy: 'Ele não muda mais.' },
    sole_owner: { what: 'Só você é proprietário.', remedy: 'Antes, torne outro membro proprietário.' },
    tests_failed: {
      what: 'Casos de teste da política falham; nada foi salvo.',
      remedy: 'Corrija ou salve mesmo assim.',
    },
    payload_too_large: { what: 'O texto é longo demais.', remedy: 'Encurte e tente de novo.' },
    rate_limited: { what: 'Tentativas demais.', remedy: 'Espere um pouco e tente de novo.' },
    internal_error: { what: 'Algo falhou no serviço.', remedy: 'Tente de novo.' },
    unavailable: { what: 'O serviço não está pronto agora.', remedy: 'Tente de novo em instantes.' },
    unreadable: { what: 'Não foi possível ler a resposta.', remedy: 'Carregue a página de novo.' },
  },
};
