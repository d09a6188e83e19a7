/**
 * What became of a forwarded call, as the audit trail tells it: of two entries, one of a process that was believed to
 * have ended, the first counts.
 */
export interface CallOutcome {
  /** As PostgreSQL writes a moment into JSON. */
  at: string;
  status: number | null;
  error: string | null;
  latencyMs: number;
}

/** A `CallOutcome`, null while there is none. @param event the table of events, by its name in the statement */
export const outcomeOf = (event: string): string => `(
    SELECT json_build_object('at', a.at, 'status', a.metadata->'status', 'error', a.metadata->'error',
      'latencyMs', a.metadata->'latencyMs')
    ${entriesOf(event)} ORDER BY a.seq LIMIT 1
  )`;

/** Whether nobody has written down yet what became of it. */
export const unfinished = (event: string): string => `NOT EXISTS (SELECT ${entriesOf(event)})`;

/** An index holds these alone. */
const entriesOf = (event: string): string => `
    FROM svc.audit_entries a
    WHERE a.organization_id = ${event}.organization_id AND a.kind = 'gateway.called'
      AND a.subject_id = ${event}.id::text`;
