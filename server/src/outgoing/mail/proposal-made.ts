// SPDX-License-Identifier: Apache-2.0
/** Tells those who may answer that a change waits for a second person. */
import type { Texts } from './compose.ts';
import { momentText } from './moment.ts';
import type { Notice } from './notice.ts';
import { selectAnswerers } from './recipients.ts';

type ProposalFacts = {
  organization: string;
  /** Empty: a provisioning file. */
  author: string;
  id: string;
  expiresAt: string;
  timeZone: string;
};

/** The subject is the proposal. No mail is sent about one that was answered meanwhile. */
export const PROPOSAL_MADE: Notice<ProposalFacts> = {
  async read(transaction, { organizationId, subjectId }) {
    const values = [organizationId, subjectId, transaction.clock.now()];
    const [row] = await transaction.query<FactsRow>(SELECT_FACTS, values);
    if (row === undefined) return null;
    const { author_person_id: authorId, expires_at: expiresAt, ...facts } = row;
    const recipients = await selectAnswerers(transaction, organizationId, authorId);
    return {
      facts: { ...facts, id: subjectId, expiresAt: expiresAt.toISOString(), timeZone: row.time_zone },
      recipients,
    };
  },
  texts: {
    en: (facts, baseUrl) => ({
      subject: `A change of ${facts.organization} waits for you`,
      paragraphs: [
        `${facts.author || 'A provisioning file'} asks for a change that lets more through. Nothing has changed yet.`,
        'It is made when another owner or admin accepts it.',
      ],
      details: [['Until', momentText(new Date(facts.expiresAt), 'en', facts.timeZone)]],
      action: { label: 'Look at the change', url: addressOf(facts, baseUrl) },
      notes: [`You are told because owners and admins of ${facts.organization} may answer.`],
    }),
    'pt-BR': (facts, baseUrl) => ({
      subject: `Uma alteração de ${facts.organization} espera por você`,
      paragraphs: [
        `${facts.author || 'Um arquivo de provisionamento'} pede uma alteração que deixa passar mais.`,
        'Nada mudou ainda. Ela só é feita quando outra pessoa, proprietária ou administradora, aceitar.',
      ],
      details: [['Até', momentText(new Date(facts.expiresAt), 'pt-BR', facts.timeZone)]],
      action: { label: 'Ver a alteração', url: addressOf(facts, baseUrl) },
      notes: [`Você foi avisado porque proprietários e administradores de ${facts.organization} podem responder.`],
    }),
  } satisfies Texts<ProposalFacts>,
};

const addressOf = ({ id }: ProposalFacts, baseUrl: string): string => `${baseUrl}/app/policies/proposals?open=${id}`;

interface FactsRow extends Record<string, unknown> {
  organization: string;
  author: string;
  author_person_id: string | null;
  expires_at: Date;
  time_zone: string;
}

const SELECT_FACTS = `
  SELECT o.name AS organization, o.time_zone, p.expires_at, COALESCE(a.name, k.name, '') AS author,
    COALESCE(a.id, k.created_by) AS author_person_id
  FROM svc.proposals p JOIN svc.organizations o ON o.organization_id = p.organization_id
    LEFT JOIN svc.accounts a ON p.author_type = 'user' AND a.id = p.author_id
    LEFT JOIN svc.api_keys k ON p.author_type = 'key' AND k.organization_id = p.organization_id AND k.id = p.author_id
  WHERE p.organization_id = $1 AND p.id = $2 AND p.status = 'PENDING' AND p.expires_at > $3::timestamptz`;
