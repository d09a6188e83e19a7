// SPDX-License-Identifier: Apache-2.0
/** GET /audit/export: the whole chain as lines of JSON, for a verifier that trusts no one here. */
import { Readable } from 'node:stream';
import { AUDIT_EXPORTS_PER_HOUR } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { noteExport, openExport } from '../../../../../record/audit/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

const RULE = { name: 'audit-export', hitsMax: AUDIT_EXPORTS_PER_HOUR, windowSeconds: 3_600 };

export function registerAuditExport(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'exportAudit', async (_request, person, reply) => {
    const { user, organization } = person;
    await hitSharedWindow(deps.pool, RULE, organization.id);
    // The turn ends with the connection, however slowly the export is fetched.
    const end = await deps.reads.begin(readerOf(person), 'export');
    reply.raw.once('close', end);
    const { lastSeq, pieces } = await openExport(deps.reads.pool, deps.checkpoints, organization.id);
    await noteExport(deps.pool, organization.id, user.id, lastSeq);
    const day = deps.pool.clock.now().toISOString().slice(0, 10);
    reply.header('content-disposition', `attachment; filename="svc-audit-${day}.ndjson"`);
    // A fault in the middle breaks the connection: the received part lacks its last checkpoint, which a verifier
    // notices.
    return reply.type('application/x-ndjson').send(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }));
  });
}
