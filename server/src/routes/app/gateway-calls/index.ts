/** GET /gateway-calls: list calls of both gateways. */
import type { GatewayCallListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { CALL_MARK, listCalls } from '../../../gateways/list-calls.ts';
import { pageOf } from '../../../page.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerGatewayCalls(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listGatewayCalls', async (request, { organization }) => {
    const { limit, cursor, ...query } = request.query as GatewayCallListQuery;
    const page = pageOf({ ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }, CALL_MARK);
    return await listCalls(using.pool, organization.id, query, page);
  });
}
