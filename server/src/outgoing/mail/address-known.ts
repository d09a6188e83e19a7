// SPDX-License-Identifier: Apache-2.0
/** Tells a person that their address was used to make an account, though they have one. The subject is the account. */
import type { PersonalNotice } from './notice.ts';
import { selectAccount } from './recipients.ts';

export const ADDRESS_KNOWN: PersonalNotice<Record<string, never>> = {
  async read(transaction, accountId) {
    const recipient = await selectAccount(transaction, accountId);
    return recipient === null ? null : { facts: {}, recipient };
  },
  texts: {
    en: (_facts, baseUrl) => ({
      subject: 'You already have an account',
      paragraphs: [
        'Someone asked for an account with your e-mail address. You already have one, so no other was made.',
        'If it was you, sign in.',
      ],
      action: { label: 'Sign in', url: `${baseUrl}/app/sign-in` },
      notes: [
        `If you do not know the password, or did not make that account, choose a new password: ${baseUrl}/app/forgot`,
        'If it was not you, there is nothing to do: your account is unchanged.',
      ],
    }),
    'pt-BR': (_facts, baseUrl) => ({
      subject: 'Você já tem uma conta',
      paragraphs: [
        'Alguém pediu uma conta com o seu endereço de e-mail. Você já tem uma, por isso nenhuma outra foi criada.',
        'Se foi você, entre.',
      ],
      action: { label: 'Entrar', url: `${baseUrl}/app/sign-in` },
      notes: [
        `Se não sabe a senha ou não criou aquela conta, escolha uma nova senha: ${baseUrl}/app/forgot`,
        'Se não foi você, não é preciso fazer nada: sua conta não mudou.',
      ],
    }),
  },
};
