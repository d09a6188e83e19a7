// SPDX-License-Identifier: Apache-2.0
/** The routes of gateway calls. */
import type { GatewayCallListQuery } from '@svc/contract';
import { CALL_MARK, listCalls } from '../../../../decisions/gateways/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { type AppHandlers, readerOf } from '../register.ts';

export const GATEWAY_CALLS_ROUTES = {
  /** GET /gateway-calls: list calls of both gateways. */
  listGatewayCalls: async ({ reads }, request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as GatewayCallListQuery;
    const page = pageOf(request.query as GatewayCallListQuery, CALL_MARK);
    return await listCalls(reads, readerOf(person), filters, page);
  },
} satisfies Partial<AppHandlers>;
