// SPDX-License-Identifier: Apache-2.0
/** Entries of one person, and those about a member, are found without a look at every decision. */
export const ENTRIES_OF_PEOPLE = `
  CREATE INDEX audit_entries_of_people ON svc.audit_entries (organization_id, actor_id, seq)
    WHERE actor_type = 'user';
  CREATE INDEX audit_entries_about_members ON svc.audit_entries (organization_id, subject_id, seq)
    WHERE subject_type = 'member';
`;
