// SPDX-License-Identifier: Apache-2.0
/** Reads the values of rules in entries. A value of another form is null: a file may hold anything. */
import {
  ACTION_FAMILIES,
  AGENT_STATUSES,
  CLASSIFICATIONS,
  DLP_TYPES,
  type DlpType,
  EVENT_ACTIONS,
  KEY_KINDS,
  type KeyKind,
  POLICY_MODES,
  type PolicySpec,
  RISK_SCORE_MAX,
} from '@svc/contract';
import type { JsonObject, JsonValue } from '../canonical-json/index.ts';
import type { DecisionSettings } from '../decision/index.ts';
import { isTimeZone } from '../local-time/index.ts';
import { checkPolicy, type IdentifiedPolicy } from '../policy/index.ts';
import type { Agent, Permission, Resource } from '../verdict/index.ts';

/** The schema of a policy, without its text for people. */
export type IsPolicy = (value: unknown) => value is PolicySpec;

export const SETTINGS = ['enforcement', 'riskReviewAt', 'riskBlockAt', 'timeZone'] as const;

export function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.includes(value as Word) ? (value as Word) : null;
}

export function isFindings(value: JsonValue | undefined): value is readonly DlpType[] {
  return Array.isArray(value) && value.every((one) => DLP_TYPES.includes(one as DlpType));
}

export function wholeNumber(value: unknown, max: number): number | null {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max ? (value as number) : null;
}

export function readSetting(
  name: keyof DecisionSettings,
  value: JsonValue,
): DecisionSettings[keyof DecisionSettings] | null {
  if (name === 'enforcement') return oneOf(POLICY_MODES, value);
  if (name === 'timeZone') return typeof value === 'string' && isTimeZone(value) ? value : null;
  return wholeNumber(value, RISK_SCORE_MAX);
}

export function readAgent(id: string, { name, status, permissions = null }: JsonObject): Agent | null {
  const known = oneOf(AGENT_STATUSES, status);
  const allowed = permissions === null ? null : readPermissions(permissions);
  if (typeof name !== 'string' || known === null || allowed === undefined) return null;
  return { id, name, status: known, permissions: allowed };
}

const PERMITTED_ACTIONS = [...ACTION_FAMILIES, ...EVENT_ACTIONS] as const;

/** @returns undefined for a list of another form */
function readPermissions(list: JsonValue): Permission[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const permissions: Permission[] = [];
  for (const one of list as readonly JsonValue[]) {
    const { action, resource } = (one ?? {}) as JsonObject;
    const permitted = oneOf(PERMITTED_ACTIONS, action);
    if (permitted === null || typeof resource !== 'string') return undefined;
    permissions.push({ action: permitted, resource });
  }
  return permissions;
}

/** The part of an API key that a decision tells. */
export interface DecidingKey {
  readonly kind: KeyKind;
  readonly prefix: string;
  /** The one agent that it is bound to; null for any. */
  readonly agentId: string | null;
}

export function readKey(_id: string, { kind, keyPrefix, agentId = null }: JsonObject): DecidingKey | null {
  const known = oneOf(KEY_KINDS, kind);
  if (known === null || typeof keyPrefix !== 'string') return null;
  return agentId === null || typeof agentId === 'string' ? { kind: known, prefix: keyPrefix, agentId } : null;
}

export function readResource(id: string, { name, classification }: JsonObject): Resource | null {
  const known = oneOf(CLASSIFICATIONS, classification);
  return typeof name !== 'string' || known === null ? null : { id, name, classification: known };
}

/** Stands for a name that an older build took. Only its order counts. */
const NAME_CHECKED = 'policy';

export function readPolicy(id: string, { name, ...rest }: JsonObject, isPolicy: IsPolicy): IdentifiedPolicy | null {
  if (typeof name !== 'string') return null;
  // An entry tells a field that went away as null. An absent one means the same.
  const spec = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const checked: unknown = { ...spec, name: NAME_CHECKED };
  if (!isPolicy(checked) || checkPolicy(checked, 'policy').errors.length > 0) return null;
  return { ...checked, name, id };
}
