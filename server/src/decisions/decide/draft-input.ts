// SPDX-License-Identifier: Apache-2.0
/** Everything that one decision is made and recorded from. */
import type { DlpType, EventContext } from '@svc/contract';
import type { Payload } from '@svc/core/action-digest';
import type { ToolFault } from '@svc/core/verdict';
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
  request: Pick<DecideRequest<unknown>, 'action' | 'event' | 'door' | 'redeemsNow' | 'redeemKey'>;
  /** The tool of the call is not as it was registered. */
  toolFault: ToolFault | null;
  findings: readonly DlpType[];
  call: GatewayCallDraft | null;
  /** The process that forwards the call if it is allowed. */
  forwarderId: number | null;
  /** The members that only their salted digest binds, in their exact form. */
  payload: Payload;
  /** The words of the agent, as they are kept; null for none. */
  context: EventContext | null;
  contentScanned: boolean;
  idempotency: IdempotencyDraft | null;
}
