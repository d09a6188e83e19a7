// SPDX-License-Identifier: Apache-2.0
/** Whether a connected app may ask its person to resolve a review: where organization and person both let it. */
export const ASSISTANT_APPROVALS = `
  ALTER TABLE svc.organizations ADD COLUMN assistant_approvals boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.organizations.assistant_approvals IS
    'A connected app may ask its own person to resolve a review below the risk CRITICAL.';
  GRANT UPDATE (assistant_approvals) ON svc.organizations TO svc_app;
  ALTER TABLE svc.oauth_grants ADD COLUMN may_ask boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.oauth_grants.may_ask IS 'The person lets the app ask them to resolve reviews.';
`;
