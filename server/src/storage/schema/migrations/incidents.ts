// SPDX-License-Identifier: Apache-2.0
/** Integrations that open incidents, and the one that gets reviews which no one opened. */
export const INCIDENTS = `
  ALTER TABLE svc.integrations DROP CONSTRAINT integrations_kind_check,
    ADD CONSTRAINT integrations_kind_check CHECK (kind IN ('HTTP', 'CHAT_WEBHOOK', 'TICKET', 'INCIDENT'));
  COMMENT ON COLUMN svc.integrations.settings IS
    'Of a chat, a ticket system or one of incidents, without secrets; null for HTTP.';

  ALTER TABLE svc.notice_settings ADD COLUMN escalate_incident_id uuid;
  GRANT UPDATE (escalate_incident_id) ON svc.notice_settings TO svc_app;
`;
