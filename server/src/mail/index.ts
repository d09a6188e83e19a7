/**
 * Owns mail to people: the messages, their words and recipients, the outbox in which they wait, and their delivery to a
 * mail server or into files. It refuses to know the causes: each cause calls `enqueueMail` in its own transaction.
 */
export { enqueueMail } from './enqueue.ts';
export { createFileTransport } from './kept-files.ts';
export { createMails, type Mails } from './send-due.ts';
export { createSmtpTransport } from './smtp.ts';
