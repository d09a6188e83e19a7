// SPDX-License-Identifier: Apache-2.0
/** The library's storage on PostgreSQL. */
import { createHash } from 'node:crypto';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { appendEntries, entriesOf, lockHead } from '../../storage/heads/index.ts';
import { offeredMetadata } from './client-metadata.ts';
import { endGrant, readGrant } from './grants.ts';
import { REFRESH_GRACE_SECONDS, UNUSED_CLIENT_SECONDS } from './limits.ts';
import {
  consumeRecord,
  deleteRecord,
  dropOldestUnusedClients,
  findRecord,
  keepClient,
  type Payload,
  putNewRecord,
  putRecord,
} from './records.ts';

/**
 * People stay signed in by the sessions of the app alone. The library's own session lives for one request, so each
 * connection asks the person who is signed in at that moment.
 */
const NEVER_KEPT: ReadonlySet<string> = new Set(['Session']);
const ASSERTION = 'ReplayDetection';
const REFRESH_TOKEN = 'RefreshToken';
const CODE = 'AuthorizationCode';
/** Their end is told by their grant; without their record a later answer could not say what happened. */
const KEPT_TO_THEIR_END: ReadonlySet<string> = new Set(['AccessToken', REFRESH_TOKEN, CODE]);

export function createAdapters(pool: pg.Pool): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      if (NEVER_KEPT.has(kind)) return;
      const seconds = expiresIn ?? UNUSED_CLIENT_SECONDS;
      if (kind !== ASSERTION) {
        await putRecord(pool, kind, id, payload as Payload, seconds);
        if (kind === 'Client') await dropOldestUnusedClients(pool);
        if (kind === REFRESH_TOKEN) {
          await inTransaction(pool, [], (transaction) => keepClient(transaction, String(payload.clientId)));
        }
        return;
      }
      // The library has looked for it before, but another process may have kept it since.
      if (await putNewRecord(pool, kind, id, payload as Payload, seconds)) return;
      throw new errors.InvalidClientAuth('a client_assertion may be used once');
    },
    async find(id) {
      if (NEVER_KEPT.has(kind)) return undefined;
      const record = await findRecord(pool, kind, id);
      if (record === null) return undefined;
      if (kind === 'Grant' && !(await holds(pool, record))) return undefined;
      const { payload, consumedAt } = record;
      if (kind === CODE && consumedAt === null && hasWrongVerifier(payload)) await consumeRecord(pool, kind, id, 0);
      if (kind === 'Client') return clientOf(payload);
      // Whether a used one works once more is decided where it is used.
      if (kind === REFRESH_TOKEN) return narrowed(payload);
      const consumed = consumedAt === null ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) };
      return { ...payload, ...consumed } as AdapterPayload;
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      if (await consumeRecord(pool, kind, id, kind === REFRESH_TOKEN ? REFRESH_GRACE_SECONDS : 0)) return;
      const record = await findRecord(pool, kind, id);
      if (record !== null) await endOf(pool, record, 'REPLAY');
      throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      if (NEVER_KEPT.has(kind) || KEPT_TO_THEIR_END.has(kind)) return;
      if (kind !== 'Grant') return await deleteRecord(pool, kind, id);
      const record = await findRecord(pool, kind, id);
      // The library ends a grant when its client asks for that, or when a code or a token comes a second time.
      const byClient = Provider.ctx?.oidc.route === 'revocation';
      if (record !== null) await endOf(pool, record, byClient ? 'CLIENT' : 'REPLAY');
    },
    // The grant itself ends beside: its tokens are checked against it.
    revokeByGrantId: async () => undefined,
  });
}

interface OfGrant {
  grantId: string | null;
  organizationId: string | null;
}

async function holds(pool: pg.Pool, { grantId, organizationId }: OfGrant): Promise<boolean> {
  if (grantId === null || organizationId === null) return false;
  const grant = await readGrant(pool, organizationId, grantId);
  return grant !== null && grant.ended === null;
}

/** Ends a grant for its client or for a replay, and says so in the audit log. */
async function endOf(pool: pg.Pool, { grantId, organizationId }: OfGrant, reason: 'REPLAY' | 'CLIENT'): Promise<void> {
  if (grantId === null || organizationId === null) return;
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    if (!(await endGrant(transaction, organizationId, grantId, reason))) return;
    const change = {
      kind: 'connected_app.ended',
      subject: { type: 'connected_app', id: grantId },
      metadata: { reason },
    };
    const origin = { actor: ACTOR, nowMs: transaction.clock.nowMs(), source: 'oauth', keyPrefix: null };
    await appendEntries(transaction, head, entriesOf(organizationId, [change], origin));
  });
}

const ACTOR = { type: 'system', id: 'oauth' } as const;

/** A code is good for one try of its client (RFC 9700). The library would let one with a wrong verifier try on. */
function hasWrongVerifier({ clientId, codeChallenge }: Payload): boolean {
  const { route, client, params } = Provider.ctx?.oidc ?? {};
  if (route !== 'token' || client?.clientId !== clientId) return false;
  const verifier = typeof params?.code_verifier === 'string' ? params.code_verifier : '';
  return createHash('sha256').update(verifier).digest('base64url') !== codeChallenge;
}

/** A client is found by the id in its own metadata. Records of earlier versions hold more than is offered today. */
function clientOf({ jti: _id, ...metadata }: Payload): AdapterPayload {
  return offeredMetadata(metadata, 'document') as AdapterPayload;
}

/**
 * Apps refresh with the words that they asked by, of which the person may have permitted fewer. Those that were
 * permitted go on; where none was, the library says so.
 */
function narrowed(payload: Payload): AdapterPayload {
  const params = Provider.ctx?.oidc.params;
  if (typeof params?.scope === 'string') {
    const granted = new Set(String(payload.scope).split(' '));
    const kept = params.scope.split(' ').filter((scope) => granted.has(scope));
    if (kept.length > 0) params.scope = kept.join(' ');
  }
  return payload as AdapterPayload;
}
