// SPDX-License-Identifier: Apache-2.0
import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: 'Entrar pela empresa',
  heading: 'Entrar pela empresa',
  lead: 'Seu e-mail de trabalho indica onde a sua empresa faz o login.',
  directLead: 'Sua empresa confirma quem você é e traz você de volta para cá.',
  email: 'E-mail de trabalho',
  missingEmail: 'Informe seu e-mail de trabalho.',
  find: 'Continuar',
  finding: 'Procurando a sua empresa…',
  organizations: 'Organizações da sua empresa',
  goOnTo: (name) => `Continuar para ${name}`,
  goOn: 'Continuar na sua empresa',
  goingOn: 'Abrindo o login da sua empresa…',
  finishing: 'Entrando…',
  again: 'Entrar de novo',
  otherWay: 'Entrar de outro jeito',
  noneFound: {
    what: 'Nenhuma empresa usa este e-mail para entrar.',
    remedy: 'Confira se está certo ou entre de outro jeito.',
  },
  notKept: {
    what: 'Seu navegador não guardou a sessão.',
    remedy: 'Permita cookies aqui. De outra máquina, abra o aplicativo por https.',
  },
  refusals: {
    NOT_AVAILABLE: {
      what: 'Esta organização não usa login pela empresa.',
      remedy: 'Confira o endereço ou entre de outro jeito.',
    },
    START_AGAIN: {
      what: 'Este login expirou ou foi iniciado em outro navegador.',
      remedy: 'Comece de novo aqui.',
    },
    DIRECTORY_DENIED: {
      what: 'Sua empresa não liberou o acesso.',
      remedy: 'Peça a quem administra o login da empresa para liberar este aplicativo.',
    },
    DIRECTORY_AWAY: {
      what: 'O login da sua empresa não deu uma resposta válida.',
      remedy: 'Tente de novo em instantes. Se continuar, avise quem o administra.',
    },
    ANSWER_REFUSED: {
      what: 'A resposta da sua empresa não é confiável.',
      remedy: 'Tente de novo. Se continuar, um proprietário deve testar a conexão em Configurações, Login.',
    },
    NO_EMAIL: {
      what: 'Sua empresa não informou o seu e-mail.',
      remedy: 'Quem administra o login precisa liberar o atributo “email”.',
    },
    EMAIL_UNVERIFIED: {
      what: 'Segundo a sua empresa, seu e-mail não foi verificado.',
      remedy: 'Verifique-o lá e entre de novo.',
    },
    DOMAIN_UNVERIFIED: {
      what: 'O domínio do seu e-mail não pertence a esta organização.',
      remedy: 'Um proprietário pode verificá-lo em Configurações, Login.',
    },
    OTHER_PERSON: {
      what: 'Esta conta pertence a outra pessoa do diretório da sua empresa.',
      remedy: 'Peça a um proprietário para remover antes o membro anterior.',
    },
    NO_ROLE: {
      what: 'Nenhum dos seus grupos tem acesso a esta organização.',
      remedy: 'Fale com quem administra os grupos ou com um proprietário.',
    },
    LAST_OWNER: {
      what: 'Seus grupos removeriam o último proprietário.',
      remedy: 'Antes, é preciso definir outro proprietário. Nada foi alterado.',
    },
    NOT_RECENT: {
      what: 'Sua empresa não pediu que você entrasse de novo.',
      remedy: 'O login dela não oferece isso. Confirme com senha ou chave de acesso.',
    },
  },
};
