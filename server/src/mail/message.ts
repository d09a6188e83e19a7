/** A mail to one person, as it is handed over or kept; and the outcomes of that. */

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
}

/** For the log: codes of closed lists, never an address or what a mail server said. */
export interface Failure {
  code: string;
  /** The SMTP command, or the system call. */
  step: string | null;
  /** Of the mail server. */
  status: number | null;
}

/** How it went with one message. */
export type SendResult =
  | { outcome: 'sent' }
  /** This person can never get it. */
  | { outcome: 'refused'; failure: Failure }
  /** `server`: nobody would get it now. */
  | { outcome: 'retry'; scope: 'recipient' | 'server'; failure: Failure }
  /** Broken off by a stop. */
  | { outcome: 'released' };

/** Takes messages to where they go. It never throws. */
export interface Transport {
  send(message: Message, stop: AbortSignal): Promise<SendResult>;
}

/** A message as the composer takes it. Addresses are given apart from any name, so that nothing parses them. */
export function composable({ messageId, createdAtMs, from, to, subject, text }: Message) {
  return {
    from: { name: 'svc', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    messageId: `<${messageId}>`,
    date: new Date(createdAtMs),
    subject,
    text,
    xMailer: false as const,
    // Nobody's absence is to be told to a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
