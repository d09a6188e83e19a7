// SPDX-License-Identifier: Apache-2.0
/** GET /audit: list entries of the audit chain. */
import type { AuditListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import { ENTRY_MARK, listEntries } from '../../../../../record/audit/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerAuditList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listAudit', async (request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AuditListQuery;
    const page = pageOf(request.query as AuditListQuery, ENTRY_MARK);
    return await listEntries(deps.reads, readerOf(person), filters, page);
  });
}
