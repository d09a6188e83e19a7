// SPDX-License-Identifier: Apache-2.0
/** Carries the link by which a person chooses a new password. The subject is the link. */
import type { PersonalNotice } from './notice.ts';
import { readLink } from './personal-links.ts';

export const PASSWORD_RESET: PersonalNotice<{ token: string }> = {
  async read(transaction, linkId, vault) {
    const link = await readLink(transaction, linkId, vault);
    return link === null ? null : { facts: { token: link.token }, recipient: link.recipient };
  },
  texts: {
    en: ({ token }, baseUrl) => ({
      subject: 'Choose a new password',
      paragraphs: ['You can choose a new password for your account. It signs you out everywhere.'],
      action: { label: 'Choose a new password', url: `${baseUrl}/app/reset#token=${token}` },
      notes: [
        'The link works once, and for an hour. A newer link ends it.',
        'Did you not ask for it? Then there is nothing to do: your password is unchanged.',
      ],
    }),
    'pt-BR': ({ token }, baseUrl) => ({
      subject: 'Escolha uma nova senha',
      paragraphs: ['Você pode escolher uma nova senha para a sua conta. Ela encerra todas as suas sessões.'],
      action: { label: 'Escolher uma nova senha', url: `${baseUrl}/app/reset#token=${token}` },
      notes: [
        'O link funciona uma única vez, por uma hora. Um link mais novo o invalida.',
        'Não foi você que pediu? Então não é preciso fazer nada: sua senha não mudou.',
      ],
    }),
  },
};

/** Tells a stranger to the service that their address has no account. The subject is a link that opens nothing. */
export const ADDRESS_UNKNOWN: PersonalNotice<Record<string, never>> = {
  async read(transaction, linkId, vault) {
    const link = await readLink(transaction, linkId, vault);
    return link === null ? null : { facts: {}, recipient: link.recipient };
  },
  texts: {
    en: (_facts, baseUrl) => ({
      subject: 'There is no account with your e-mail address',
      paragraphs: [
        `Somebody asked for a new password with your e-mail address at ${baseUrl}. It has no account there.`,
        'If it was you, try the address that you signed up with.',
        'If it was not you, there is nothing to do.',
      ],
    }),
    'pt-BR': (_facts, baseUrl) => ({
      subject: 'Não há conta com o seu endereço de e-mail',
      paragraphs: [
        `Alguém pediu uma nova senha com o seu endereço de e-mail em ${baseUrl}. Ele não tem conta lá.`,
        'Se foi você, tente o endereço com que criou a conta.',
        'Se não foi você, não é preciso fazer nada.',
      ],
    }),
  },
};
