// SPDX-License-Identifier: Apache-2.0
/** Signs requests to a store that speaks the protocol of S3. Source: AWS Signature Version 4. */
import { createHash, createHmac } from 'node:crypto';

export interface SigningKeys {
  keyId: string;
  secretKey: string;
  region: string;
}

export interface UnsignedRequest {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body: Buffer;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

/** @returns all headers of the request but for Host, which a client writes by itself */
export function signedHeaders(request: UnsignedRequest, keys: SigningKeys, at: Date): Record<string, string> {
  const moment = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = moment.slice(0, 8);
  const { method, url, body } = request;
  const headers = { ...request.headers, 'x-amz-content-sha256': sha256(body), 'x-amz-date': moment };
  const signed = Object.entries<string>({ ...headers, host: url.host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const query = [...url.searchParams].sort(byName).map((pair) => pair.map(escaped).join('='));
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${keys.region}/${SERVICE}/aws4_request`;
  const key = [day, keys.region, SERVICE, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`);
  const signature = Buffer.from(hmac(key, `${ALGORITHM}\n${moment}\n${scope}\n${sha256(canonical)}`)).toString('hex');
  const authorization = `${ALGORITHM} Credential=${keys.keyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

const byName = ([one]: string[], [other]: string[]): number => ((one as string) < (other as string) ? -1 : 1);

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986 has it: letters, digits and `-._~` stay. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
