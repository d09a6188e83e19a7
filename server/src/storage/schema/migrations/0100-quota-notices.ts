// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** Which shares of a month's quota an organization was told of: each once a month, whichever process looks. */
export const QUOTA_NOTICES = `
  CREATE TABLE svc.quota_notices (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    month date NOT NULL,
    percent integer NOT NULL CHECK (percent IN (80, 100)),
    events bigint NOT NULL,
    events_per_month bigint NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, month, percent)
  );
  COMMENT ON TABLE svc.quota_notices IS 'Shares of the monthly quota that were reached; the mail is in the outbox.';
  COMMENT ON COLUMN svc.quota_notices.events IS 'LIVE events of the UTC month when it was seen.';
  ${organizationTable('quota_notices', 'SELECT, INSERT')}
`;
