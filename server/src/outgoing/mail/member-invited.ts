// SPDX-License-Identifier: Apache-2.0
/** Invites a person to an organization. The subject is the invitation; its link of now goes into the mail. */
import type { Role } from '@svc/contract';
import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { withoutAddress } from './compose.ts';
import type { About, Notice } from './notice.ts';
import type { Language } from './text.ts';

type InvitationFacts = {
  organization: string;
  inviter: string;
  role: Role;
  token: string;
};

/** No mail is sent about one that was accepted, revoked or is over. */
export const MEMBER_INVITED: Notice<InvitationFacts> = {
  async read(transaction, about, vault) {
    const row = await selectInvitation(transaction, about);
    if (row === null) return null;
    return {
      facts: factsOf(row, about, vault),
      recipients: [{ id: about.subjectId, address: row.email, language: row.language }],
    };
  },
  texts: {
    en: ({ organization, inviter, role, token }, baseUrl) => ({
      subject: `${inviter} invites you to ${organization}`,
      paragraphs: [`${inviter} invites you to join the organization “${organization}” in svc as ${ROLES.en[role]}.`],
      action: { label: 'Open the invitation', url: `${baseUrl}/app/invitation#token=${token}` },
      notes: [
        'The link works once, and for 7 days. A newer invitation ends it.',
        'Did you not expect this mail? Then ignore it: without the link nothing happens.',
      ],
    }),
    'pt-BR': ({ organization, inviter, role, token }, baseUrl) => ({
      subject: `${inviter} convidou você para ${organization}`,
      paragraphs: [
        `${inviter} convidou você para a organização “${organization}” no svc, como ${ROLES['pt-BR'][role]}.`,
      ],
      action: { label: 'Abrir o convite', url: `${baseUrl}/app/invitation#token=${token}` },
      notes: [
        'O link funciona uma única vez, por 7 dias. Um convite mais novo o invalida.',
        'Não esperava este e-mail? Ignore-o: sem o link, nada acontece.',
      ],
    }),
  },
};

const ROLES: Record<Language, Record<Role, string>> = {
  en: { OWNER: 'an owner', ADMIN: 'an admin', MEMBER: 'a member' },
  'pt-BR': { OWNER: 'proprietário', ADMIN: 'administrador', MEMBER: 'membro' },
};

interface InvitationRow extends Record<string, unknown> {
  email: string;
  role: Role;
  sealed_secret: string;
  organization: string;
  inviter: string | null;
  language: Language | null;
}

function factsOf(row: InvitationRow, { organizationId, subjectId }: About, vault: Vault): InvitationFacts {
  const { organization, role } = row;
  const binding = { organizationId, table: 'invitations', column: 'sealed_secret', rowId: subjectId } as const;
  const token = vault.openText(row.sealed_secret, binding);
  const inviter = withoutAddress(row.inviter ?? organization);
  return { organization: withoutAddress(organization), inviter, role, token };
}

async function selectInvitation(transaction: Transaction, about: About): Promise<InvitationRow | null> {
  const values = [about.organizationId, about.subjectId, transaction.clock.now()];
  const [row] = await transaction.query<InvitationRow>(SELECT_INVITATION, values);
  return row ?? null;
}

/** The language of the invited person, where an account has one. */
const SELECT_INVITATION = `
  SELECT i.email, i.role, i.sealed_secret, o.name AS organization, by.name AS inviter, a.language
  FROM svc.invitations i
    JOIN svc.organizations o USING (organization_id)
    LEFT JOIN svc.accounts by ON by.id = i.invited_by
    LEFT JOIN svc.accounts a ON a.email_key = i.email_key
  WHERE i.organization_id = $1 AND i.id = $2 AND i.expires_at > $3::timestamptz`;
