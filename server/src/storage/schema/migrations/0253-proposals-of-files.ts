// SPDX-License-Identifier: Apache-2.0

/** A provisioning file asks for a change, too. It is no account and no key. */
export const PROPOSALS_OF_FILES = `
  ALTER TABLE svc.proposals DROP CONSTRAINT proposals_author_type_check;
  ALTER TABLE svc.proposals ALTER COLUMN author_id DROP NOT NULL;
  ALTER TABLE svc.proposals ADD CHECK (author_type IN ('user', 'key', 'file'));
  ALTER TABLE svc.proposals ADD CHECK ((author_type = 'file') = (author_id IS NULL));
`;
