import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Entrar',
  heading: 'Entrar no svc',
  lead: 'Seus agentes perguntam. Você decide.',
  email: 'E-mail',
  password: 'Senha',
  mfaCode: 'Código do seu aplicativo autenticador',
  submit: 'Entrar',
  submitting: 'Entrando…',
  ended: 'Sua sessão terminou. Entre de novo e você volta para onde estava.',
  signedOut: 'Você saiu.',
  otherAddress: {
    what: 'Este não é o endereço que o serviço conhece como seu.',
    mend: 'Abra o aplicativo no endereço dele, ou peça que SVC_BASE_URL seja este.',
  },
  notKept: {
    what: 'Seu navegador não guardou a sessão.',
    mend: 'Permita cookies aqui. De outra máquina, abra o aplicativo por https.',
  },
  missingEmail: 'Informe o e-mail da sua conta.',
  missingPassword: 'Informe sua senha.',
};
