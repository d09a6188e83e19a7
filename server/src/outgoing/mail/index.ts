// SPDX-License-Identifier: Apache-2.0
/**
 * Owns mail to people: messages, their words and recipients, the outbox in which they wait, and delivery to a mail
 * server or files. It keeps the causes of digests until they are told. It refuses to know how a cause comes about.
 */

export { DIGEST_SUBJECTS_MAX, type DigestKind, type DigestSubjects } from './digest-facts.ts';
export { enqueueMail } from './enqueue.ts';
export { escaped } from './html.ts';
export { createFileTransport } from './kept-files.ts';
export { ENDED_MAILS_KEPT_DAYS } from './limits.ts';
export { mailedRolesOf, selectMailedRoles } from './mailed-roles.ts';
export { momentText } from './moment.ts';
export { createMails, type Mails } from './send-due.ts';
export { checkMailServer, createSmtpTransport } from './smtp.ts';
