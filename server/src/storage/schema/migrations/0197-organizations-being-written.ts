// SPDX-License-Identifier: Apache-2.0
/** An organization whose past is being written is no work for periodic tasks yet: they would end its old reviews. */
export const ORGANIZATIONS_BEING_WRITTEN = `
  ALTER TABLE svc.organization_directory ADD COLUMN being_written boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.organization_directory.being_written IS 'Periodic tasks pass it by until its past is whole.';
  GRANT UPDATE (being_written) ON svc.organization_directory TO svc_app;
`;
