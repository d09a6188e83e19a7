// SPDX-License-Identifier: Apache-2.0
/** An agent of a framework with a model that is played: one call of a tool, and its end. */
import type { Decision, EventRequest, MaybeDegraded, SvcClient } from '@svc/sdk';

/** Tools of a played agent. */
export type ToolName = 'read' | 'remove' | 'send' | 'fail' | 'clock';

const agent = 'billing-bot';
/** The service answers ALLOW, BLOCK, REVIEW, and ALLOW for a tool that then fails. */
export const ACTIONS = {
  read: ({ count }: { count: number }): EventRequest => ({
    agent,
    action: 'READ_DATA',
    resource: 'orders',
    recordsAffected: count,
  }),
  remove: (): EventRequest => ({ agent, action: 'DELETE_DATA', resource: 'customers' }),
  send: (): EventRequest => ({ agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' }),
  fail: (): EventRequest => ({ agent, action: 'READ_DATA', resource: 'orders' }),
};

export interface Given {
  readonly svc: SvcClient;
  readonly session: string;
  /** The work of a tool. */
  readonly run: (name: ToolName) => string;
  readonly onDecision: (decision: MaybeDegraded<Decision>) => void;
}

export interface Turn {
  /** The state of a paused run; null when it ended. */
  readonly paused: unknown;
  /** All that the model read, as text. */
  readonly told: string;
}

export interface FrameworkAgent {
  call(name: ToolName): Promise<Turn>;
  /** The user says yes, as often as asked. */
  resume(paused: unknown): Promise<Turn>;
}

/** The tools run once for a call of the model, whose id is this one. */
export const CALL_ID = 'call_1';
export const INPUT = { count: 3 };
