/** A mail server, which is not ours, and what a reader sees of the mails that it got. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { parseSmtpAddress } from '../../../server/src/mail/smtp-address.ts';

const CERTIFICATES = join(import.meta.dirname, '../upstream/certificates');
const pem = (name: string) => readFileSync(join(CERTIFICATES, name), 'utf8');

interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came, to the byte. */
  raw: string;
  /** As a mail program reads it. */
  read: Email;
  isEncrypted: boolean;
  /** Whoever signed in. */
  user: string | undefined;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** Sign-ins that were tried, with the password as it came. */
  signIns: { user: string; password: string; isEncrypted: boolean }[];
  /** Statuses for recipients, by address; whoever has none is accepted. */
  refusals: Map<string, number>;
  /** Answers a message that has come whole; by default 250 at once. Null answers nothing. */
  onMessage: (mail: ReceivedMail) => number | null | Promise<number | null>;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** By default a free one. */
  port?: number;
  /** TLS from the first byte, STARTTLS, or neither. */
  encryption?: 'tls' | 'starttls' | 'none';
  /** The only password that it takes; without one nobody signs in. */
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
  // A client that goes away in the middle is part of many a test.
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

/** As a mail program reads it that did not write it. */
export async function readMail(bytes: Buffer): Promise<Email> {
  return await PostalMime.parse(bytes);
}

/** The address of a mail server as an operator writes it. */
export function smtpAddress({ port }: Pick<MailServer, 'port'>, { scheme = 'smtp', userInfo = '', query = '' } = {}) {
  return parseSmtpAddress(`${scheme}://${userInfo}127.0.0.1:${port}${query}`);
}
