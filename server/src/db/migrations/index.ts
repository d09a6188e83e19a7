/**
 * The migrations, in order. Forward only: a landed one is never edited. `organizationTable` writes the common part of
 * every table with an organization's data, so that none lacks it.
 */

import { ORGANIZATIONS } from './0001-organizations.ts';
import { AUDIT } from './0002-audit.ts';
import { POLICIES } from './0003-policies.ts';
import { EVENTS } from './0004-events.ts';
import { REGISTRY } from './0005-registry.ts';
import { ACCOUNTS } from './0006-accounts.ts';
import { OPERATIONS } from './0007-operations.ts';
import { PEOPLE } from './0008-people.ts';
import { AUDIT_CHECKPOINTS } from './0009-audit-checkpoints.ts';
import { GATEWAY_CALLS } from './0010-gateway-calls.ts';
import { WEBHOOK_ATTEMPTS } from './0012-webhook-attempts.ts';
import { ANOMALIES } from './0013-anomalies.ts';
import { RETENTION } from './0014-retention.ts';
import { MAIL } from './0015-mail.ts';
import { WEBHOOK_HEALTH } from './0016-webhook-health.ts';
import { GATEWAY_OUTCOMES } from './0017-gateway-outcomes.ts';
import { CALLS_OF_EVENTS } from './0018-calls-of-events.ts';

export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: '0001-organizations', sql: ORGANIZATIONS },
  { name: '0002-audit', sql: AUDIT },
  { name: '0003-policies', sql: POLICIES },
  { name: '0004-events', sql: EVENTS },
  { name: '0005-registry', sql: REGISTRY },
  { name: '0006-accounts', sql: ACCOUNTS },
  { name: '0007-operations', sql: OPERATIONS },
  { name: '0008-people', sql: PEOPLE },
  { name: '0009-audit-checkpoints', sql: AUDIT_CHECKPOINTS },
  { name: '0010-gateway-calls', sql: GATEWAY_CALLS },
  { name: '0012-webhook-attempts', sql: WEBHOOK_ATTEMPTS },
  { name: '0013-anomalies', sql: ANOMALIES },
  { name: '0014-retention', sql: RETENTION },
  { name: '0015-mail', sql: MAIL },
  { name: '0016-webhook-health', sql: WEBHOOK_HEALTH },
  { name: '0017-gateway-outcomes', sql: GATEWAY_OUTCOMES },
  { name: '0018-calls-of-events', sql: CALLS_OF_EVENTS },
];
