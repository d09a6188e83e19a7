// SPDX-License-Identifier: Apache-2.0
/** Settings of chats and ticket systems beside their sealed secrets, and an index of the routes of an integration. */
export const CHAT_AND_TICKETS = `
  ALTER TABLE svc.integrations ADD COLUMN settings jsonb;
  COMMENT ON COLUMN svc.integrations.settings IS 'Of a chat or ticket system, without secrets; null for HTTP.';
  GRANT UPDATE (settings) ON svc.integrations TO svc_app;
  CREATE INDEX http_routes_by_integration ON svc.http_routes (organization_id, integration_id)
    WHERE integration_id IS NOT NULL;
`;
