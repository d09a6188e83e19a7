import type { words as en } from './words-en.ts';

export const words: typeof en = {
  unreachable: {
    what: 'Não foi possível alcançar o serviço.',
    mend: 'Verifique sua conexão; a página tenta de novo.',
  },
  'signed-out': { what: 'Sua sessão terminou.', mend: 'Entre de novo.' },
  crashed: { what: 'Esta página falhou.', mend: 'Carregue de novo. Se falhar outra vez, avise seu administrador.' },
  rateLimited: (seconds) => `Espere ${seconds} segundos e tente de novo.`,
  requestId: (id) => `Requisição ${id}`,
  byCode: {
    validation_error: { what: 'Algo no pedido não é válido.', mend: 'Corrija e tente de novo.' },
    idempotency_key_reused: { what: 'Este pedido já foi enviado.', mend: 'Carregue a página de novo.' },
    invalid_credentials: { what: 'E-mail, senha ou código incorretos.', mend: 'Confira e tente de novo.' },
    mfa_required: {
      what: 'Sua conta pede um segundo fator.',
      mend: 'Informe o código do seu aplicativo autenticador.',
    },
    unauthorized: { what: 'Você não entrou.', mend: 'Entre de novo.' },
    forbidden: { what: 'Seu papel não permite isso.', mend: 'Peça a um proprietário ou administrador.' },
    plan_limit: { what: 'Seu plano não permite mais destes.', mend: 'Fale com um proprietário sobre o plano.' },
    not_found: { what: 'Não está aqui.', mend: 'Volte e escolha outro.' },
    conflict: { what: 'Mudou nesse meio-tempo.', mend: 'Veja o estado atual.' },
    payload_too_large: { what: 'O texto é longo demais.', mend: 'Encurte e tente de novo.' },
    rate_limited: { what: 'Tentativas demais.', mend: 'Espere um pouco e tente de novo.' },
    internal_error: { what: 'Algo falhou no serviço.', mend: 'Tente de novo.' },
    unavailable: { what: 'O serviço não está pronto agora.', mend: 'Tente de novo em instantes.' },
    unreadable: { what: 'Não foi possível ler a resposta.', mend: 'Carregue a página de novo.' },
  },
};
