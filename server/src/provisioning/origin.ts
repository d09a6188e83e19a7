/** Who changes what a file changes: named in every audit entry and in every version of a policy set. */
import type { AuditActor } from '@svc/core/audit-chain';

export const ACTOR: AuditActor = { type: 'system', id: 'provisioning' };
export const SOURCE = 'provisioning';
