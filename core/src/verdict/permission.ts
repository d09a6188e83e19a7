// SPDX-License-Identifier: Apache-2.0
/** The permission of an agent, before any policy. Nothing weakens a refusal. */
import {
  type ActionFamily,
  type AgentStatus,
  CLASSIFICATIONS,
  type Classification,
  EVENT_ACTIONS,
  type EventAction,
} from '@svc/contract';
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

/** The agent may not do this at all. */
export interface Refusal {
  readonly by: 'PAUSED' | 'PERMISSION';
  /** As a sentence. */
  readonly reason: string;
}

/** The decision is a refusal, whatever policies and risk say. */
export function isRefusal({ by }: { readonly by: string }): boolean {
  return by === 'PAUSED' || by === 'PERMISSION';
}

/** @returns null when the agent may do this */
export function permissionRefusal(agent: Agent, action: EventAction, resource: Resource): Refusal | null {
  if (agent.status !== 'ACTIVE') return { by: 'PAUSED', reason: `The agent "${agent.name}" is paused.` };
  if (agent.permissions === null) return null;
  if (agent.permissions.some((permission) => permits(permission, action, resource))) return null;
  const reason = `The agent "${agent.name}" has no permission for ${action} on the resource "${resource.name}".`;
  return { by: 'PERMISSION', reason };
}

/** Whether a list permits an action on a resource that the other one refuses, also on one that is registered later. */
export function permitsMore(
  before: Agent['permissions'],
  after: Agent['permissions'],
  resources: ReadonlyMap<string, Pick<Resource, 'name' | 'classification'>>,
): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return after.some(({ action, resource }) => {
    const actions = EVENT_ACTIONS.filter((one) => isActionOf(action, one));
    const words = resource === 'ANY' ? CLASSIFICATIONS : [resource];
    return actions.some((one) => words.some((word) => !permitsWord(before, one, word, resources.get(word))));
  });
}

/** Whether the list permits anything at all on the resource. */
export function reaches(permissions: Agent['permissions'], resource: Resource): boolean {
  return permissions === null || permissions.some((permission) => isResourceOf(permission, resource));
}

/** @param word a classification, or the name of a resource, which is given where it is known */
function permitsWord(
  permissions: readonly Permission[],
  action: EventAction,
  word: string,
  resource: Pick<Resource, 'classification'> | undefined,
): boolean {
  const covering = ['ANY', word, resource?.classification];
  return permissions.some((one) => isActionOf(one.action, action) && covering.includes(one.resource));
}

function permits(permission: Permission, action: EventAction, resource: Resource): boolean {
  return isActionOf(permission.action, action) && isResourceOf(permission, resource);
}

function isActionOf(permitted: Permission['action'], action: EventAction): boolean {
  return permitted === 'ANY' || permitted === action || permitted === FAMILY_OF_ACTION[action];
}

function isResourceOf(permission: Permission, { name, classification }: Omit<Resource, 'id'>): boolean {
  return permission.resource === 'ANY' || permission.resource === name || permission.resource === classification;
}
