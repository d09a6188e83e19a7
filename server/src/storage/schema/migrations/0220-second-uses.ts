// SPDX-License-Identifier: Apache-2.0
/** A refresh token works once more shortly after its first use. */
export const SECOND_USES = `
  ALTER TABLE svc.oauth_records ADD COLUMN consumed_again_at timestamptz;
  GRANT UPDATE (consumed_again_at) ON svc.oauth_records TO svc_app;
`;
