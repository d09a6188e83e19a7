// SPDX-License-Identifier: Apache-2.0
/** Lost ends of audit chains that an operator accepted. */

export const ACCEPTED_LOSSES = `
  ALTER TABLE svc.organization_heads ADD COLUMN loss_accepted_seq bigint;
  GRANT UPDATE (loss_accepted_seq) ON svc.organization_heads TO svc_app;
  COMMENT ON COLUMN svc.organization_heads.loss_accepted_seq IS
    'The last audit entry by which an operator accepted that the database lost entries of this chain.';
`;
