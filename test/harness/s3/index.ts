// SPDX-License-Identifier: Apache-2.0
/**
 * A store that speaks the protocol of S3, as far as archives use it. It checks the signature of each request by itself
 * (AWS Signature Version 4), and refuses one that is wrong.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_KEYS = { keyId: 'AKIAEXAMPLE', secretKey: 'secret/of+the+store', region: 'eu-test-1' };
const KEYS_PER_PAGE = 7;
const CLOCK_SKEW_MS_MAX = 900_000;

export interface TestStore {
  endpoint: string;
  /** Objects by their path with the bucket. */
  objects: Map<string, Buffer>;
  /** Methods with the status of each answer. */
  answers: string[];
  /** The next answers have this status. */
  failWith(status: number | null): void;
  stop(): Promise<void>;
}

export async function startStore(nowMs: () => number): Promise<TestStore> {
  const objects = new Map<string, Buffer>();
  const answers: string[] = [];
  let failure: number | null = null;
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = failure === null ? signatureFault(request, body, nowMs()) : 'InternalError';
    if (fault !== null) refuse(response, failure ?? 403, fault);
    else answer(objects, request, response, body);
    answers.push(`${request.method} ${response.statusCode}`);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    answers,
    failWith(status) {
      failure = status;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(objects: TestStore['objects'], request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
  const key = pathname.slice(1);
  const known = objects.get(key);
  if (request.method === 'GET' && searchParams.has('list-type')) {
    const prefix = `${key}/${searchParams.get('prefix')}`;
    const found = [...objects.keys()].filter((one) => one.startsWith(prefix)).slice(0, KEYS_PER_PAGE);
    const contents = found.map((one) => `<Contents><Key>${one.slice(key.length + 1)}</Key></Contents>`).join('');
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`);
  } else if (request.method === 'GET') {
    if (known === undefined) refuse(response, 404, 'NoSuchKey');
    else response.end(known);
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (known !== undefined && request.headers['if-none-match'] === '*') {
    refuse(response, 412, 'PreconditionFailed');
  } else {
    objects.set(key, body);
    response.end();
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const SCOPE = String.raw`Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request`;
const AUTHORIZATION = new RegExp(
  String.raw`^AWS4-HMAC-SHA256 ${SCOPE},\s*SignedHeaders=([a-z0-9;-]+),\s*Signature=([0-9a-f]{64})$`,
);

/** The steps of the protocol's description, one after the other. */
function signatureFault(request: IncomingMessage, body: Buffer, nowMs: number): string | null {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (found === null) return 'AccessDenied';
  const [, keyId, day = '', region, names = '', signature] = found;
  const { 'x-amz-date': date = '', 'x-amz-content-sha256': sum } = request.headers as Record<string, string>;
  const [, year, month, dayOfMonth, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const atMs = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(atMs - nowMs) <= CLOCK_SKEW_MS_MAX) || !date.startsWith(day)) return 'RequestTimeTooSkewed';
  if (keyId !== S3_KEYS.keyId || region !== S3_KEYS.region) return 'InvalidAccessKeyId';
  if (sum !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) {
    return 'AccessDenied';
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const sortedQuery = query.split('&').sort().join('&');
  const canonical = `${request.method}\n${path}\n${sortedQuery}\n${headers.join('')}\n${names}\n${sum}`;
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`;
  const dateKey = hmac(`AWS4${S3_KEYS.secretKey}`, day);
  const signingKey = hmac(hmac(hmac(dateKey, region ?? ''), 's3'), 'aws4_request');
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
