// SPDX-License-Identifier: Apache-2.0
/** The last call of a route, beside the route. */
import type { McpRoute } from '@svc/contract';

export interface LastCallRow {
  last_call: {
    at: string;
    eventId: string;
    decision: NonNullable<McpRoute['lastCall']>['decision'];
    sandbox: boolean;
  } | null;
}

/** @param alias of the table of routes */
export function lastCallJoin(alias: string): string {
  return `
    LEFT JOIN LATERAL (
      SELECT json_build_object('at', at, 'eventId', event_id, 'decision', decision, 'sandbox', sandbox) AS last_call
      FROM svc.figure_lasts
      WHERE organization_id = $1 AND kind = 'ROUTE' AND record_id = ${alias}.id
      ORDER BY seq DESC LIMIT 1 OFFSET 0
    ) AS last ON true`;
}

export function lastCallOf({ last_call: call }: LastCallRow): McpRoute['lastCall'] {
  return call === null ? null : { ...call, at: new Date(call.at).toISOString() };
}
