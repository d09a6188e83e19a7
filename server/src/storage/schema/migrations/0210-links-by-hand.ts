// SPDX-License-Identifier: Apache-2.0
/** The person who invites may see a link, and hand it over: nothing of it is kept then, but its digest. */
export const LINKS_BY_HAND = `
  ALTER TABLE svc.invitations ALTER COLUMN sealed_secret DROP NOT NULL;
  COMMENT ON COLUMN svc.invitations.sealed_secret IS
    'Opened by the mail that carries the link, and by nothing else. Null: whoever invited has seen the link.';
`;
