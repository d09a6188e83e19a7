// SPDX-License-Identifier: Apache-2.0
/** Attempts whose result is not known yet, beside those that failed: a right one is never counted as a failure. */
export const ATTEMPTS = `
  ALTER TABLE svc.rate_windows ADD COLUMN pending timestamptz[] NOT NULL DEFAULT '{}';
`;
