// SPDX-License-Identifier: Apache-2.0
/**
 * The outcome of a forwarded call, from the audit trail. A process that was believed to have ended may write a second
 * entry; the first one counts.
 */
export interface CallOutcome {
  /** PostgreSQL's format of a moment in JSON. */
  at: string;
  status: number | null;
  error: string | null;
  latencyMs: number;
}

/** The process that forwards the call of an event `e` with its act `x`. Events of older builds name it themselves. */
export const FORWARDER = `COALESCE(x.forwarder_id, (e.gateway_call->>'forwarderId')::integer)`;

/** A `CallOutcome`, null while there is none. @param event the table of events, by its name in the statement */
export const outcomeOf = (event: string): string => `(
    SELECT json_build_object('at', a.at, 'status', a.metadata->'status', 'error', a.metadata->'error',
      'latencyMs', a.metadata->'latencyMs')
    ${entriesOf(event)} ORDER BY a.subject_id, a.seq LIMIT 1
  )`;

/** A partial index holds exactly these rows, in this order: as a range of it, no other index serves. */
const entriesOf = (event: string): string => `
    FROM svc.audit_entries a
    WHERE a.organization_id = $1 AND a.kind = 'gateway.called'
      AND ROW(a.subject_id, a.seq) >= ROW(${event}.id::text, 0)
      AND ROW(a.subject_id, a.seq) <= ROW(${event}.id::text, 9223372036854775807)`;
