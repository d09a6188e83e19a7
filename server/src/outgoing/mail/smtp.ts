// SPDX-License-Identifier: Apache-2.0
/**
 * Delivers mail to the operator's mail server. Its address is the operator's own setting, so the rules for customers'
 * addresses do not apply: most mail servers are in a private network.
 */
import type { Transporter } from 'nodemailer';
import type { SmtpAddress } from '../../platform/config/index.ts';
import { CONNECT_TIMEOUT_MS, GREETING_TIMEOUT_MS, SEND_TIMEOUT_MS, SILENCE_TIMEOUT_MS } from './limits.ts';
import { composable, type Failure, type SendResult, type Transport } from './message.ts';

/** Changes that tests make. */
interface Changed {
  /** Authorities in place of the system's. */
  ca?: string;
  greetingMs?: number;
}

export function createSmtpTransport(address: SmtpAddress, changed: Changed = {}): Transport {
  let transporter: Promise<Transporter> | null = null;
  return {
    async send(message, stop) {
      // `AbortSignal.any` holds an `AbortSignal.timeout` weakly: it is collected as garbage, and never aborts.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), SEND_TIMEOUT_MS);
      const signal = AbortSignal.any([stop, late.signal]);
      try {
        // Loaded with the first mail, so that processes without mail do not need it.
        transporter ??= openTransporter(address, changed);
        await (await transporter).sendMail({ ...composable(message), signal });
        return { outcome: 'sent' };
      } catch (error) {
        return stop.aborted ? { outcome: 'released' } : resultOf(error as SmtpError);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Signs in at the mail server and sends nothing. @throws the error of the mail server, or of the way to it */
export async function checkMailServer(address: SmtpAddress): Promise<void> {
  const transporter = await openTransporter(address);
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

async function openTransporter(
  { host, port, isTls, credentials }: SmtpAddress,
  { ca, greetingMs = GREETING_TIMEOUT_MS }: Changed = {},
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: isTls,
    // A password travels encrypted or not at all. Without one, STARTTLS is used where the mail server offers it.
    requireTLS: credentials !== null,
    ...(credentials !== null && { auth: { user: credentials.user, pass: credentials.password }, forceAuth: true }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: greetingMs,
    socketTimeout: SILENCE_TIMEOUT_MS,
    logger: false,
  });
}

interface SmtpError extends Error {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

/** Commands about one mail; all others concern the mail server, and with it every mail. */
const OF_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];
const CLOSES_THE_CONNECTION = 421;
/** A bad sequence of commands says nothing about the mail. */
const BAD_SEQUENCE = 503;

function resultOf(error: SmtpError): SendResult {
  const failure = failureOf(error);
  const { status } = failure;
  if (!OF_THE_MAIL.includes(error.command)) {
    // An address that this mail server cannot be given, such as one with letters that it does not know.
    const isUnusable = error.code === 'EENVELOPE' && status === null;
    return isUnusable ? { outcome: 'refused', failure } : { outcome: 'retry', scope: 'server', failure };
  }
  if (status === null || status === CLOSES_THE_CONNECTION) return { outcome: 'retry', scope: 'server', failure };
  const isPermanent = status >= 500 && status !== BAD_SEQUENCE;
  return isPermanent ? { outcome: 'refused', failure } : { outcome: 'retry', scope: 'recipient', failure };
}

const STEPS = ['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO', 'DATA'] as const;

/** The library's own sentences may quote an address, or text of the mail server. */
function failureOf({ code, command, responseCode }: SmtpError): Failure {
  return {
    code: typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'UNKNOWN',
    step: STEPS.find((step) => typeof command === 'string' && command.startsWith(step)) ?? null,
    status: typeof responseCode === 'number' ? responseCode : null,
  };
}
