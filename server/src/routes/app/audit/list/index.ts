/** GET /audit: list entries of the audit chain. */
import type { AuditListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ENTRY_MARK, listEntries } from '../../../../audit/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAuditList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listAudit', async (request, { organization }) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AuditListQuery;
    return await listEntries(deps.pool, organization.id, filters, pageOf(request.query as AuditListQuery, ENTRY_MARK));
  });
}
