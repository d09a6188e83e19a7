// SPDX-License-Identifier: Apache-2.0
/**
 * Reviews that no approver opens in time are passed on. The roles of the policy stay as they were recorded. The column
 * `may_resolve` is derived from them and from the roles to which the review was passed on.
 */
export const ESCALATIONS = `
  ALTER TABLE svc.notice_settings
    ADD COLUMN escalate_after_percent integer CHECK (escalate_after_percent BETWEEN 10 AND 90),
    ADD COLUMN escalate_to text[] CHECK (cardinality(escalate_to) > 0 AND escalate_to <@ '{OWNER,ADMIN}'),
    ADD COLUMN escalate_chat_id uuid,
    ADD CHECK ((escalate_after_percent IS NULL) = (escalate_to IS NULL)),
    ADD FOREIGN KEY (organization_id, escalate_chat_id) REFERENCES svc.integrations (organization_id, id)
      ON DELETE SET NULL (escalate_chat_id);
  COMMENT ON COLUMN svc.notice_settings.escalate_after_percent IS 'Of the time that a review waits; null: never.';
  GRANT UPDATE (escalate_after_percent, escalate_to, escalate_chat_id) ON svc.notice_settings TO svc_app;

  ALTER TABLE svc.reviews
    ADD COLUMN opened_at timestamptz,
    ADD COLUMN escalated_at timestamptz,
    ADD COLUMN escalated_to text[] CHECK (escalated_to <@ '{OWNER,ADMIN}'),
    ADD CHECK ((escalated_at IS NULL) = (escalated_to IS NULL));
  COMMENT ON COLUMN svc.reviews.opened_at IS 'When a person who may resolve it first looked at it.';
  COMMENT ON COLUMN svc.reviews.escalated_to IS 'Roles to which it was passed on, beside approver_roles.';
  -- No role named means owners and admins.
  ALTER TABLE svc.reviews ADD COLUMN may_resolve text[] NOT NULL GENERATED ALWAYS AS (
    CASE WHEN cardinality(approver_roles) = 0 THEN '{OWNER,ADMIN}' ELSE approver_roles END
      || coalesce(escalated_to, '{}')
  ) STORED;
  COMMENT ON COLUMN svc.reviews.may_resolve IS 'Roles whose members may resolve it now.';
  GRANT UPDATE (opened_at, escalated_at, escalated_to) ON svc.reviews TO svc_app;
`;
