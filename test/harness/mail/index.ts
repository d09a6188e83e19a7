// SPDX-License-Identifier: Apache-2.0
/** A foreign mail server, and a reader's view of the mails that it got. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { parseSmtpAddress } from '../../../server/src/platform/config/index.ts';

const CERTIFICATES = join(import.meta.dirname, '../upstream/certificates');
const pem = (name: string) => readFileSync(join(CERTIFICATES, name), 'utf8');

interface ReceivedMail {
  from: string;
  to: string[];
  /** The raw message, to the byte. */
  raw: string;
  /** The message as a mail program shows it. */
  read: Email;
  isEncrypted: boolean;
  /** The user who signed in. */
  user: string | undefined;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** Attempted sign-ins, with the password as received. */
  signIns: { user: string; password: string; isEncrypted: boolean }[];
  /** Statuses for recipients, by address; all other recipients are accepted. */
  refusals: Map<string, number>;
  /** Answers a complete message; by default 250 at once. Null answers nothing. */
  onMessage: (mail: ReceivedMail) => number | null | Promise<number | null>;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** The port; a free one by default. */
  port?: number;
  /** TLS from the first byte, STARTTLS, or neither. */
  encryption?: 'tls' | 'starttls' | 'none';
  /** The only accepted password; without one no sign-in succeeds. */
  password?: string;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { encryption = 'none', password } = options;
  const given: Omit<MailServer, 'port' | 'stop'> = {
    mails: [],
    signIns: [],
    refusals: new Map(),
    onMessage: () => 250,
  };
  const server = new SMTPServer({
    secure: encryption === 'tls',
    key: pem('upstream-key.pem'),
    cert: pem('upstream.pem'),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(encryption === 'starttls' ? [] : ['STARTTLS']), ...(password === undefined ? ['AUTH'] : [])],
    disableReverseLookup: true,
    logger: false,
    ...handlersOf(given, password),
  });
  // Clients that disconnect early are part of many tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return Object.assign(given, {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) connection.close();
        server.close(() => resolve());
      }),
  });
}

function handlersOf(given: Omit<MailServer, 'port' | 'stop'>, password?: string): SMTPServerOptions {
  return {
    onAuth(auth, session, done) {
      const [username, tried] = [auth.username || '', auth.password || ''];
      given.signIns.push({ user: username, password: tried, isEncrypted: session.secure });
      if (tried === password) done(null, { user: username });
      else done(refusal(535));
    },
    onRcptTo({ address }, _session, done) {
      const status = given.refusals.get(address || '');
      done(status === undefined ? null : refusal(status));
    },
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: (mailFrom !== false && mailFrom.address) || '',
          to: rcptTo.map(({ address }) => address || ''),
          raw,
          read: await readMail(Buffer.concat(chunks)),
          isEncrypted: session.secure,
          user: session.user || undefined,
        };
        given.mails.push(mail);
        const status = await given.onMessage(mail);
        if (status !== null) done(status === 250 ? null : refusal(status));
      })();
    },
  };
}

function refusal(status: number): Error {
  return Object.assign(new Error('said of secret@nobody.test'), { responseCode: status });
}

/** Parses a message as an independent mail program does. */
export async function readMail(bytes: Buffer): Promise<Email> {
  return await PostalMime.parse(bytes);
}

/** The address of a mail server in an operator's notation. */
export function smtpAddress({ port }: Pick<MailServer, 'port'>, { scheme = 'smtp', userInfo = '', query = '' } = {}) {
  return parseSmtpAddress(`${scheme}://${userInfo}127.0.0.1:${port}${query}`);
}
