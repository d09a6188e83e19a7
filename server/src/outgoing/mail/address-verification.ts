// SPDX-License-Identifier: Apache-2.0
/** Carries the link by which a person proves that an e-mail address is theirs. The subject is the link. */
import type { PersonalNotice } from './notice.ts';
import { readLink } from './personal-links.ts';

export const ADDRESS_VERIFICATION: PersonalNotice<{ token: string }> = {
  async read(transaction, linkId, vault) {
    const link = await readLink(transaction, linkId, vault);
    return link === null ? null : { facts: { token: link.token }, recipient: link.recipient };
  },
  texts: {
    en: ({ token }, baseUrl) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: ['One step is left: confirm that this e-mail address is yours.'],
      action: { label: 'Confirm the address', url: `${baseUrl}/app/verify#token=${token}` },
      notes: [
        'The link works once, and for 24 hours. A newer link ends it.',
        'Did you not ask for it? Then do not open it: without the link, the address is not confirmed.',
      ],
    }),
    'pt-BR': ({ token }, baseUrl) => ({
      subject: 'Confirme seu endereço de e-mail',
      paragraphs: ['Falta um passo: confirme que este endereço de e-mail é seu.'],
      action: { label: 'Confirmar o endereço', url: `${baseUrl}/app/verify#token=${token}` },
      notes: [
        'O link funciona uma única vez, por 24 horas. Um link mais novo o invalida.',
        'Não foi você que pediu? Então não abra o link: sem ele, o endereço não é confirmado.',
      ],
    }),
  },
};
