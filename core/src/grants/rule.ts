// SPDX-License-Identifier: Apache-2.0
/** A grant as decisions read it. */
import type { Destination, DlpType, EventAction } from '@svc/contract';

/** The call of a gateway, as far as it is bound. */
export interface GrantedCall {
  readonly protocol: string;
  readonly routeId: string | null;
  readonly method: string | null;
  readonly tool: string | null;
}

/** A live grant: everything of it was copied from the act that was approved. */
export interface GrantRule {
  readonly id: string;
  readonly agentId: string;
  readonly action: EventAction;
  readonly resourceId: string;
  readonly destination: Destination | null;
  readonly call: GrantedCall | null;
  /** Findings may be of these types alone. */
  readonly dlpTypes: readonly DlpType[];
  readonly recordsAffectedMax: number;
  /** The policy that asked; null where the risk score did. */
  readonly policyId: string | null;
  /** From this moment on it lets nothing through, in epoch milliseconds. */
  readonly untilMs: number;
  /** Null: as often as it is asked for. */
  readonly usesMax: number | null;
}
