// SPDX-License-Identifier: Apache-2.0
/** A mail to one person, as it is sent or kept, with the possible outcomes. */

export interface Message {
  /** The same for every attempt: 32 hexadecimal digits. */
  copyId: string;
  /** The same for every attempt, so that receivers can drop a second copy. */
  messageId: string;
  createdAtMs: number;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same in HTML. */
  html: string;
}

/** Detail for the log: codes of closed lists, never an address or text of a mail server. */
export interface Failure {
  code: string;
  /** The SMTP command, or the system call. */
  step: string | null;
  /** The status of the mail server. */
  status: number | null;
}

/** The result for one message. */
export type SendResult =
  | { outcome: 'sent' }
  /** This person can never get the message. */
  | { outcome: 'refused'; failure: Failure }
  /** `server`: no message can be sent now. */
  | { outcome: 'retry'; scope: 'recipient' | 'server'; failure: Failure }
  /** Broken off by a stop. */
  | { outcome: 'released' };

/** Delivers messages. It never throws. */
export interface Transport {
  send(message: Message, stop: AbortSignal): Promise<SendResult>;
}

/** A message in the composer's form. Addresses are separate from names, so that nothing parses them. */
export function composable({ messageId, createdAtMs, from, to, subject, text, html }: Message) {
  return {
    from: { name: 'svc', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    messageId: `<${messageId}>`,
    date: new Date(createdAtMs),
    subject,
    text,
    html,
    xMailer: false as const,
    // Suppresses absence notes (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
