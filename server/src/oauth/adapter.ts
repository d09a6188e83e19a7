/** The library's storage on PostgreSQL. */
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';
import { inTransaction } from '../db/index.ts';
import { appendEntries, entriesOf, lockHead } from '../heads/index.ts';
import { endGrant, readGrant } from './grants.ts';
import { UNUSED_CLIENT_SECONDS } from './limits.ts';
import { consumeRecord, deleteRecord, findRecord, type Payload, putRecord } from './records.ts';

/**
 * People stay signed in by the sessions of the app alone. The library's own session lives for one request, so each
 * connection asks the person who is signed in at that moment.
 */
const NEVER_KEPT: ReadonlySet<string> = new Set(['Session']);
/** Their end is told by their grant; without their record a later answer could not say what happened. */
const KEPT_TO_THEIR_END: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

export function createAdapters(pool: pg.Pool): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      if (NEVER_KEPT.has(kind)) return;
      await putRecord(pool, kind, id, payload as Payload, expiresIn ?? UNUSED_CLIENT_SECONDS);
    },
    async find(id) {
      if (NEVER_KEPT.has(kind)) return undefined;
      const record = await findRecord(pool, kind, id);
      if (record === null) return undefined;
      if (kind === 'Grant' && !(await holds(pool, record))) return undefined;
      const { payload, consumedAt } = record;
      if (kind === 'Client') return withoutId(payload);
      const consumed = consumedAt === null ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) };
      return { ...payload, ...consumed } as AdapterPayload;
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      if (await consumeRecord(pool, kind, id)) return;
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
    if (!(await endGrant(transaction, grantId, reason))) return;
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

/** A client is found by the id in its own metadata. */
function withoutId(payload: Payload): AdapterPayload {
  const { jti: _id, ...metadata } = payload;
  return metadata as AdapterPayload;
}
