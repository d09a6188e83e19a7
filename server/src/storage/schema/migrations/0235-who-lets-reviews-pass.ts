// SPDX-License-Identifier: Apache-2.0
/**
 * Only an owner lets reviews pass to roles that their policy left out. The person who set it before is unknown, and
 * counts as an admin.
 */
export const WHO_LETS_REVIEWS_PASS = `
  ALTER TABLE svc.notice_settings
    ADD COLUMN escalate_role text CHECK (escalate_role IN ('OWNER', 'ADMIN')),
    ADD COLUMN escalate_set_at timestamptz;
  COMMENT ON COLUMN svc.notice_settings.escalate_role IS 'Of the person who set it, then; null counts as ADMIN.';
  COMMENT ON COLUMN svc.notice_settings.escalate_set_at IS 'Earlier reviews pass only to roles that may resolve them.';
  GRANT UPDATE (escalate_role, escalate_set_at) ON svc.notice_settings TO svc_app;
`;
