// SPDX-License-Identifier: Apache-2.0
/** The permission of an agent, before any policy. Nothing weakens a refusal. */
import type { ActionFamily, AgentStatus, Classification, EventAction } from '@svc/contract';
import { FAMILY_OF_ACTION } from '../risk/index.ts';

/** One entry of an agent's allow-list. */
export interface Permission {
  readonly action: ActionFamily | EventAction;
  /** A resource's name, a classification, or ANY. Registration keeps these three apart. */
  readonly resource: string;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly status: AgentStatus;
  /** null: no restriction beyond policies. An empty list permits nothing. */
  readonly permissions: readonly Permission[] | null;
}

export interface Resource {
  readonly id: string;
  readonly name: string;
  readonly classification: Classification;
}

/** The reason why the agent may not do this, as a sentence, or null when it may. */
export function permissionRefusal(agent: Agent, action: EventAction, resource: Resource): string | null {
  if (agent.status !== 'ACTIVE') return `The agent "${agent.name}" is paused.`;
  if (agent.permissions === null) return null;
  if (agent.permissions.some((permission) => permits(permission, action, resource))) return null;
  return `The agent "${agent.name}" has no permission for ${action} on the resource "${resource.name}".`;
}

function permits(permission: Permission, action: EventAction, resource: Resource): boolean {
  const isAction =
    permission.action === 'ANY' || permission.action === action || permission.action === FAMILY_OF_ACTION[action];
  if (!isAction) return false;
  return (
    permission.resource === 'ANY' ||
    permission.resource === resource.name ||
    permission.resource === resource.classification
  );
}
