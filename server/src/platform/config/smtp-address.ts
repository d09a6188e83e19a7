// SPDX-License-Identifier: Apache-2.0
/** Reads `SVC_SMTP_URL`: the mail server, its credentials, and the sender's address. */
import { isMailAddress, parseUrl } from '../addresses/index.ts';

export interface SmtpAddress {
  host: string;
  port: number;
  /** True: TLS from the first byte; false: STARTTLS. */
  isTls: boolean;
  credentials: { user: string; password: string } | null;
  /** Sender of every mail; null where the address names none. */
  from: string | null;
}

/** `smtp:` has the port for submission (RFC 6409), `smtps:` the one for submission over TLS (RFC 8314). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const EXAMPLE = 'smtps://user:password@smtp.example:465?from=svc@example.com';

/** @throws Error with the fault, which repeats nothing of the value, since that may hold a password */
export function parseSmtpAddress(text: string): SmtpAddress {
  const url = parseUrl(text);
  const port = url === null ? undefined : PORTS[url.protocol];
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  if (url === null || port === undefined || !/^[A-Za-z0-9._:-]+$/.test(host) || url.port === '0') {
    throw new Error(`must be an address such as ${EXAMPLE}`);
  }
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') throw new Error('must have no path and no fragment');
  const credentials = credentialsOf(url);
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    isTls: url.protocol === 'smtps:',
    credentials,
    from: fromOf(url) ?? (credentials !== null && isMailAddress(credentials.user) ? credentials.user : null),
  };
}

function credentialsOf({ username, password }: URL): SmtpAddress['credentials'] {
  if (username === '' && password === '') return null;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === '' || secret === '') throw new Error('must have both a user and a password, or neither');
  return { user, password: secret };
}

/** NUL separates the fields of a sign-in (RFC 4616), and no other control belongs there either. */
function decoded(text: string): string {
  try {
    const value = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(value)) return value;
  } catch {
    // The failure is reported below.
  }
  throw new Error('must have its user and password percent-encoded, without control characters');
}

function fromOf(url: URL): string | null {
  const names = [...url.searchParams.keys()];
  if (names.length === 0) return null;
  const from = url.searchParams.get('from') ?? '';
  if (names.length > 1 || !isMailAddress(from)) {
    throw new Error('may have one parameter, from, which is an e-mail address');
  }
  return from;
}
