// SPDX-License-Identifier: Apache-2.0
/** The envelope of a request: read, checked for its signature, and for being new. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { Access } from '../../../organization/callers/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { hitSharedWindow } from '../../../storage/limits/index.ts';
import { type HookBody, isRecord, textOf } from '../hooks/harness.ts';
import { AcsFault } from './fault.ts';

export const ACS_VERSION = '0.1.0';
export const SIGNATURE_ALGORITHM = 'HMAC-SHA256';
export const SKEW_WINDOW_MS = 300_000;

export interface Envelope {
  readonly method: string;
  readonly whole: HookBody;
  readonly params: HookBody;
  readonly metadata: HookBody;
  readonly session: string;
}

const ID_CHARACTERS_MAX = 128;
const idText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null || text.length > ID_CHARACTERS_MAX ? null : text;
};

/** @throws AcsFault for a body that is no request of the standard */
export function readEnvelope(body: unknown): Envelope {
  if (Array.isArray(body)) throw new AcsFault('INVALID_REQUEST', 'Send one request at a time: batches are not served.');
  if (!isRecord(body) || body.jsonrpc !== '2.0' || typeof body.method !== 'string') {
    throw new AcsFault('INVALID_REQUEST', 'The body must be a request of JSON-RPC 2.0.');
  }
  const { params } = body;
  const metadata = isRecord(params) ? params.metadata : undefined;
  const session = isRecord(metadata) ? idText(metadata.session_id) : null;
  if (!isRecord(params) || !isRecord(metadata) || session === null) throw lacking('metadata.session_id');
  return { method: body.method, whole: body, params, metadata, session };
}

/** The id of JSON-RPC, as far as it can be told. */
export function rpcIdOf(body: unknown): string | number | null {
  const id = isRecord(body) ? body.id : null;
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

const lacking = (field: string): AcsFault =>
  new AcsFault('INVALID_PARAMS', `params.${field} must be a text of 1 to ${ID_CHARACTERS_MAX} characters.`);

/** Signs answers with the key of a session. */
export type Signer = (answer: JsonObject, member: 'result' | 'error') => object;

/**
 * The key of a session comes from the shared secret.
 * @param secret the text of the API key
 * @throws AcsFault for a request that is not signed with it
 */
export function verified({ whole, params, session }: Envelope, secret: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', session, SESSION_KEY_BYTES));
  const { signature, ...unsigned } = params;
  const { algorithm, value, key_id: keyId } = isRecord(signature) ? signature : {};
  const expected = macOf(key, { ...whole, params: unsigned } as JsonObject);
  const given = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || algorithm !== SIGNATURE_ALGORITHM) {
    throw new AcsFault('SIGNATURE_INVALID', 'The request is not signed with the key of its session.');
  }
  return (answer, member) => {
    const signed = { algorithm: SIGNATURE_ALGORITHM, value: macOf(key, answer).toString('base64') };
    return {
      ...answer,
      [member]: { ...(answer[member] as JsonObject), signature: { ...signed, key_id: idText(keyId) ?? 'default' } },
    };
  };
}

const SESSION_KEY_BYTES = 32;

/** @throws AcsFault for numbers that no canonical JSON holds */
function macOf(key: Buffer, envelope: JsonObject): Buffer {
  return createHmac('sha256', key).update(canonical(envelope)).digest();
}

/** @throws AcsFault for numbers that no canonical JSON holds */
export function canonical(value: JsonObject): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AcsFault('INVALID_REQUEST', 'The request holds a number that has no canonical form.');
  }
}

/** @throws AcsFault for another version, a moment outside of the window, and an id that came before, on any process */
export async function checkNew(pool: pg.Pool, { apiKeyId }: Access, { params }: Envelope): Promise<Step> {
  if (!isServed(params.acs_version)) {
    throw new AcsFault('UNSUPPORTED_VERSION', `params.acs_version must be ${ACS_VERSION}.`);
  }
  const requestId = idText(params.request_id);
  if (requestId === null) throw lacking('request_id');
  const timestamp = idText(params.timestamp);
  if (timestamp === null || !MOMENT.test(timestamp) || !isNear(Date.parse(timestamp), pool.clock.nowMs())) {
    throw new AcsFault('TIMESTAMP_OUT_OF_WINDOW', `params.timestamp must be within ${SKEW_WINDOW_MS} ms of now.`);
  }
  try {
    await hitSharedWindow(pool, ONCE, `${apiKeyId}\0${requestId}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
    throw new AcsFault('REPLAY_DETECTED', 'params.request_id came before.');
  }
  return { requestId, timestamp };
}

export interface Step {
  readonly requestId: string;
  readonly timestamp: string;
}

export const isServed = (version: unknown): boolean => typeof version === 'string' && /^0\.1\.\d{1,9}$/.test(version);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const isNear = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) <= SKEW_WINDOW_MS;

/** A moment may lie in the future by the window, and be good for as long again. */
const ONCE = { name: 'acs-request', hitsMax: 1, windowSeconds: (2 * SKEW_WINDOW_MS) / 1_000 + 1 };
