// SPDX-License-Identifier: Apache-2.0
/** The routes of audit. */
import { Readable } from 'node:stream';
import {
  AUDIT_CHECKS_PER_HOUR,
  AUDIT_ENTRY_NUMBER,
  AUDIT_EXPORTS_PER_HOUR,
  type AuditListQuery,
  type AuditReplayQuery,
} from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../../platform/errors/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import {
  ENTRY_MARK,
  listEntries,
  noteExport,
  openExport,
  proveEntry,
  readEntry,
} from '../../../../record/audit/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { type AppHandlers, readerOf } from '../register.ts';

export const AUDIT_ROUTES = {
  /** GET /audit/export: the whole chain as lines of JSON, for a verifier that trusts no one here. */
  exportAudit: async ({ archive, checkpoints, pool, reads }, _request, person, reply) => {
    const { user, organization } = person;
    await hitSharedWindow(pool, EXPORT_RULE, organization.id);
    // The turn ends with the connection, however slowly the export is fetched.
    atEndOf(reply, await reads.begin(readerOf(person), 'export'));
    const { lastSeq, pieces } = await openExport(reads.pool, checkpoints, organization.id, archive);
    await noteExport(pool, organization.id, user.id, lastSeq);
    const day = pool.clock.now().toISOString().slice(0, 10);
    reply.header('content-disposition', `attachment; filename="svc-audit-${day}.ndjson"`);
    // A fault in the middle breaks the connection: the received part lacks its last checkpoint, which a verifier
    // notices.
    return reply.type('application/x-ndjson').send(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }));
  },

  /** GET /audit: list entries of the audit chain. */
  listAudit: async ({ archive, reads }, request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AuditListQuery;
    const page = pageOf(request.query as AuditListQuery, ENTRY_MARK);
    return await listEntries(reads, readerOf(person), filters, page, archive);
  },

  /** GET /audit/{seq}/proof: prove that an entry is in the chain. */
  proveAudit: async ({ archive, checkpoints, reads }, request, person) => {
    const seq = numberOf(request);
    return await reads.run(readerOf(person), 'list', () =>
      proveEntry(reads.pool, checkpoints, person.organization.id, seq, archive),
    );
  },

  /** GET /audit/{seq}: read one entry of the audit chain whole. */
  readAudit: async ({ archive, reads }, request, person) => {
    return await readEntry(reads, readerOf(person), numberOf(request), archive);
  },

  /** GET /audit/replay: decide the decisions of a time again, from the chain alone; progress, then the outcome. */
  replayAudit: async ({ chainReplays, pool, reads }, request, person, reply) => {
    const { id } = person.organization;
    await hitSharedWindow(pool, VERIFY_RULE, person.user.id);
    atEndOf(reply, await reads.begin(readerOf(person), 'export'));
    atEndOf(reply, await chainReplays.begin(id));
    const lines = chainReplays.lines(id, request.query as AuditReplayQuery);
    return reply.type('application/x-ndjson').send(Readable.from(lines, { objectMode: true, highWaterMark: 1 }));
  },

  /** GET /audit/verify: check the whole chain. */
  verifyAudit: async ({ chainChecks, pool, reads }, _request, person) => {
    await hitSharedWindow(pool, VERIFY_RULE, person.user.id);
    return await reads.run(readerOf(person), 'export', () => chainChecks.verify(person.organization.id));
  },
} satisfies Partial<AppHandlers>;

/** A caller may have left while the answer waited for its turn. */
function atEndOf({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}

const EXPORT_RULE = { name: 'audit-export', hitsMax: AUDIT_EXPORTS_PER_HOUR, windowSeconds: 3_600 };

const NUMBER = new RegExp(AUDIT_ENTRY_NUMBER);

/** @throws ApiError 404 for what is no number of an entry */
function numberOf(request: FastifyRequest): number {
  const { seq = '' } = request.params as { seq?: string };
  if (!NUMBER.test(seq)) throw new ApiError('not_found', { message: 'There is no such entry: numbers begin with 1.' });
  return Number(seq);
}

/** It reads the chain from its first entry: a person does not need it more often. */
const VERIFY_RULE = { name: 'audit-verify', hitsMax: AUDIT_CHECKS_PER_HOUR, windowSeconds: 3_600 };
