/** GET /gateway-calls: list calls of both gateways. */
import type { GatewayCallListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { CALL_MARK, listCalls } from '../../../../gateways/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerGatewayCallsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listGatewayCalls', async (request, { organization }) => {
    const { limit, cursor, ...query } = request.query as GatewayCallListQuery;
    const page = pageOf({ ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }, CALL_MARK);
    return await listCalls(deps.pool, organization.id, query, page);
  });
}
