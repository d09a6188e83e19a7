// SPDX-License-Identifier: Apache-2.0
/**
 * A call is stored with its event, and its outcome in the audit trail alone: both were written there already. A row of
 * its own cost a second insert and an update for every forwarded call. Row-level security binds owners of tables too,
 * so it is lifted for the copying.
 */
export const CALLS_OF_EVENTS = `
  ALTER TABLE svc.events ADD COLUMN gateway_call json;
  COMMENT ON COLUMN svc.events.gateway_call IS
    'The call that a gateway was asked for. forwarderId: the process that forwards it, by the advisory lock that it '
    'holds; null for a call that is not forwarded. What became of it: the first audit entry gateway.called about it.';
  ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.gateway_calls NO FORCE ROW LEVEL SECURITY;
  UPDATE svc.events e SET gateway_call = json_build_object(
      'protocol', c.protocol, 'routeId', c.route_id, 'routeName', c.route_name, 'tool', c.tool, 'method', c.method,
      'credentialId', c.credential_id, 'forwarderId', c.forwarder_id, 'keyPrefix', c.key_prefix
    )
    FROM svc.gateway_calls c WHERE c.organization_id = e.organization_id AND c.event_id = e.id;
  ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
  DROP TABLE svc.gateway_calls;
  CREATE INDEX events_of_gateways ON svc.events (organization_id, seq) WHERE gateway_call IS NOT NULL;
  CREATE INDEX audit_entries_of_calls ON svc.audit_entries (organization_id, subject_id, seq)
    WHERE kind = 'gateway.called';
`;
