/**
 * The kinds of mails: each row has the recipients and the words. A kind has the name of the audit entry of its cause. A
 * new kind takes a row here, and `enqueueMail` at its cause.
 */
import type { Transaction } from '../db/index.ts';
import { type ComposedText, composeText, type Facts } from './compose.ts';
import type { Notice } from './notice.ts';
import type { Recipient } from './recipients.ts';
import { WEBHOOK_DISABLED } from './webhook-disabled.ts';

/** A mail with its recipients; the words are written for each of them. */
export interface ReadyMail {
  recipients: readonly Recipient[];
  textFor(recipient: Recipient, baseUrl: string): ComposedText;
}

/** @param about without an organization where the kind concerns a person alone */
type Kind = (
  transaction: Transaction,
  about: { organizationId: string | null; subjectId: string },
) => Promise<ReadyMail | null>;

export const NOTICES = {
  'webhook.disabled': ofOrganization(WEBHOOK_DISABLED),
} as const satisfies Record<string, Kind>;

export type NoticeKind = keyof typeof NOTICES;

function ofOrganization<Of extends Facts>({ read, texts }: Notice<Of>): Kind {
  return async (transaction, { organizationId, subjectId }) => {
    if (organizationId === null) throw new Error('a mail of this kind concerns an organization');
    const found = await read(transaction, { organizationId, subjectId });
    if (found === null) return null;
    const { facts, recipients } = found;
    return { recipients, textFor: ({ language }, baseUrl) => composeText(texts, facts, baseUrl, language) };
  };
}
