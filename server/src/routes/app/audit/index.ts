/** GET /audit: list entries of the audit chain. */
import type { AuditListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ENTRY_MARK, listEntries } from '../../../audit/index.ts';
import { pageOf } from '../../../page.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerAudit(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listAudit', async (request, { organization }) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as AuditListQuery;
    return await listEntries(using.pool, organization.id, filters, pageOf(request.query as AuditListQuery, ENTRY_MARK));
  });
}
