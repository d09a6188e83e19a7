// SPDX-License-Identifier: Apache-2.0
/** A review remembers whether its policy let it be passed on; those made before may be. */
export const REVIEWS_THAT_STAY = `
  ALTER TABLE svc.reviews ADD COLUMN escalates boolean NOT NULL DEFAULT true;
  COMMENT ON COLUMN svc.reviews.escalates IS 'Whether it may be passed on, by its policy when it was made.';
`;
