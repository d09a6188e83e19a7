/**
 * Owns what people are told by mail: which messages there are, in which words and to whom, the outbox in which they
 * wait, and how they leave: to a mail server, or into files. Refuses to know why somebody is told: whoever causes it
 * calls `enqueueMail` in the transaction of the cause.
 */
export { enqueueMail } from './enqueue.ts';
export { createFileTransport } from './kept-files.ts';
export { createMails, type Mails } from './send-due.ts';
export { createSmtpTransport } from './smtp.ts';
