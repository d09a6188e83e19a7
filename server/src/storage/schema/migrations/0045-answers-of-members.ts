// SPDX-License-Identifier: Apache-2.0
/** Finds the reviews that a member has answered: the list of members counts them. */
export const ANSWERS_OF_MEMBERS = `
  CREATE INDEX reviews_by_person ON svc.reviews (organization_id, decided_by) WHERE decided_by IS NOT NULL;
`;
