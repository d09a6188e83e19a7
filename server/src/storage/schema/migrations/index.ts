// SPDX-License-Identifier: Apache-2.0
/** The migrations in order. Their names have four digits, and one that has been released never changes. */
import { TABLES } from '../tables/index.ts';
import { ACCEPTED_LOSSES } from './accepted-losses.ts';
import { ACS_SESSIONS } from './acs-sessions.ts';
import { ACTS } from './acts.ts';
import { AUDIT_ARCHIVE } from './audit-archive.ts';
import { BUDGETS_AND_GRANTS } from './budgets-and-grants.ts';
import { BY_ORGANIZATION } from './by-organization.ts';
import { CHANGES_BY_ROW } from './changes-by-row.ts';
import { COUNTED_NUMBERS } from './counted-numbers.ts';
import { DELETES_BY_KEY } from './deletes-by-key.ts';
import { DOORS } from './doors.ts';
import { ENDS_BY_CALLER } from './ends-by-caller.ts';
import { FACTORS_BY_ROW } from './factors-by-row.ts';
import { GROUPS } from './groups.ts';
import { INCIDENTS } from './incidents.ts';
import { LEASES } from './leases.ts';
import { PARTITIONS } from './partitions.ts';
import { RECORD_BATCH } from './record-batch.ts';
import { SCIM } from './scim.ts';
import { SEVERAL_APPROVERS } from './several-approvers.ts';
import { SIGNED_APPROVALS } from './signed-approvals.ts';
import { SINKS } from './sinks.ts';
import { SSO } from './sso.ts';
import { THINNED_CHECKPOINTS } from './thinned-checkpoints.ts';
import { UNLISTED_TOOLS } from './unlisted-tools.ts';

export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: '1000-tables', sql: TABLES },
  { name: '1001-acts', sql: ACTS },
  { name: '1002-leases', sql: LEASES },
  { name: '1003-accepted-losses', sql: ACCEPTED_LOSSES },
  { name: '1004-record-batch', sql: RECORD_BATCH },
  { name: '1005-changes-by-row', sql: CHANGES_BY_ROW },
  { name: '1010-by-organization', sql: BY_ORGANIZATION },
  { name: '1011-deletes-by-key', sql: DELETES_BY_KEY },
  { name: '1018-thinned-checkpoints', sql: THINNED_CHECKPOINTS },
  { name: '1019-counted-numbers', sql: COUNTED_NUMBERS },
  { name: '1020-partitions', sql: PARTITIONS },
  { name: '1030-ends-by-caller', sql: ENDS_BY_CALLER },
  { name: '1031-factors-by-row', sql: FACTORS_BY_ROW },
  { name: '1040-audit-archive', sql: AUDIT_ARCHIVE },
  { name: '1050-several-approvers', sql: SEVERAL_APPROVERS },
  { name: '1060-budgets-and-grants', sql: BUDGETS_AND_GRANTS },
  { name: '1070-signed-approvals', sql: SIGNED_APPROVALS },
  { name: '1080-doors', sql: DOORS },
  { name: '1090-sinks', sql: SINKS },
  { name: '1095-acs-sessions', sql: ACS_SESSIONS },
  { name: '1096-unlisted-tools', sql: UNLISTED_TOOLS },
  { name: '1100-sso', sql: SSO },
  { name: '1101-groups', sql: GROUPS },
  { name: '1110-scim', sql: SCIM },
  { name: '1120-incidents', sql: INCIDENTS },
];
