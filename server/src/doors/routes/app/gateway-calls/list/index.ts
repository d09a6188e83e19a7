// SPDX-License-Identifier: Apache-2.0
/** GET /gateway-calls: list calls of both gateways. */
import type { GatewayCallListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { CALL_MARK, listCalls } from '../../../../../decisions/gateways/index.ts';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerGatewayCallsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listGatewayCalls', async (request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as GatewayCallListQuery;
    const page = pageOf(request.query as GatewayCallListQuery, CALL_MARK);
    return await listCalls(deps.reads, readerOf(person), filters, page);
  });
}
