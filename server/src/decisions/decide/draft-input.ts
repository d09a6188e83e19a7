// SPDX-License-Identifier: Apache-2.0
/** Everything that one decision is made and recorded from. */
import type { DlpType } from '@svc/contract';
import type {
  AgentRecord,
  ApiKeyRecord,
  OrganizationSnapshot,
  ResourceRecord,
} from '../../organization/organizations/index.ts';
import type { GatewayCallDraft, IdempotencyDraft } from '../../record/recorder/index.ts';
import type { DecideRequest } from './request.ts';

export interface DraftInput {
  id: string;
  nowMs: number;
  snapshot: OrganizationSnapshot;
  key: ApiKeyRecord;
  agent: AgentRecord;
  resource: ResourceRecord;
  request: Pick<DecideRequest<unknown>, 'action' | 'event'>;
  findings: readonly DlpType[];
  call: GatewayCallDraft | null;
  idempotency: IdempotencyDraft | null;
}
