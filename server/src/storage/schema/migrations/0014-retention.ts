// SPDX-License-Identifier: Apache-2.0
/**
 * The deletions that the service may make by itself, and no more. Each right comes with a policy that hides rows too
 * young for it, so that a wrong statement deletes nothing that is still needed. Audit entries can be added and read, as
 * before.
 */
const deletable = (table: string, condition: string): string => `
  GRANT DELETE ON svc.${table} TO svc_app;
  CREATE POLICY old_enough ON svc.${table} AS RESTRICTIVE FOR DELETE TO svc_app USING (${condition});`;

/** The shortest possible retention of an organization is a day. */
const A_DAY_OLD = `created_at < now() - interval '1 day'`;

export const RETENTION = `
  ${deletable('events', A_DAY_OLD)}
  ${deletable('reviews', `${A_DAY_OLD} AND status <> 'PENDING'`)}
  ${deletable('gateway_calls', A_DAY_OLD)}
  ${deletable('idempotency_records', `created_at < now() - interval '24 hours'`)}
  CREATE INDEX idempotency_records_by_age ON svc.idempotency_records (created_at);
  GRANT SELECT (id, created_at), DELETE ON svc.leads TO svc_app;
  CREATE INDEX leads_by_age ON svc.leads (created_at);
`;
