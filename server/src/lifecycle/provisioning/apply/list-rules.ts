// SPDX-License-Identifier: Apache-2.0
/** How records of each list are told apart, found among the stored ones, and which of their fields are held. */
import { emailKeyOf } from '../../../people/accounts/index.ts';
import { webhookKeyOf } from '../../../record/webhooks/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { RecordKindName } from '../kept/index.ts';
import type { Stored } from './organization.ts';

export type ListName = Exclude<RecordKindName, 'organization'>;
export type EntryOf<List extends ListName> = OrganizationEntry[List][number];

export interface ListRules<Entry> {
  keyOf(entry: Entry): string;
  isStored(key: string): boolean;
  /** Whether the organization had it once. By default, whether it is stored. */
  wasMade?(key: string): boolean;
  /** Whether its stored secret can no longer be opened: the file then gives it again. */
  isUnreadable?(key: string): boolean;
  /** The fields that tell which record is meant. */
  base: readonly (keyof Entry & string)[];
  /**
   * Fields that people change by acts of their own, such as a pause or a rotation. A stored record gets such a field
   * only when the file changed that very field.
   */
  held: readonly (keyof Entry & string)[];
}

const NAMED = { keyOf: ({ name }: { readonly name: string }) => name, base: ['name'] } as const;

export const LIST_RULES: { readonly [List in ListName]: (stored: Stored) => ListRules<EntryOf<List>> } = {
  users: ({ accountIds, memberships }) => {
    const members = new Set(memberships.map(({ accountId }) => accountId));
    return {
      keyOf: ({ email }) => emailKeyOf(email),
      isStored: (key) => members.has(accountIds.get(key) ?? ''),
      base: ['email'],
      held: ['role', 'password', 'name'],
    };
  },
  resources: ({ resources }) => ({ ...NAMED, isStored: (key) => resources.has(key), held: [] }),
  agents: ({ agents }) => ({ ...NAMED, isStored: (key) => agents.has(key), held: ['status'] }),
  apiKeys: ({ apiKeys }) => {
    const current = new Set(apiKeys.flatMap(({ name, isRevoked }) => (isRevoked ? [] : [name])));
    const past = new Set(apiKeys.map(({ name }) => name));
    return { ...NAMED, isStored: (key) => current.has(key), wasMade: (key) => past.has(key), held: ['key'] };
  },
  integrations: ({ integrations: { byName, sealed } }) => ({
    ...NAMED,
    isStored: (key) => byName.has(key),
    isUnreadable: (key) => {
      const stored = byName.get(key);
      return stored !== undefined && stored.secret === null && sealed.has(stored.id);
    },
    base: ['name', 'kind'],
    held: ['credential'],
  }),
  httpRoutes: ({ httpRoutes }) => ({ ...NAMED, isStored: (key) => httpRoutes.has(key), held: [] }),
  mcpRoutes: ({ mcpRoutes }) => ({ ...NAMED, isStored: (key) => mcpRoutes.has(key), held: [] }),
  webhooks: ({ webhooks: { byUrl } }) => ({
    keyOf: ({ url }) => webhookKeyOf(url),
    isStored: (key) => byUrl.has(key),
    isUnreadable: (key) => byUrl.get(key)?.secret === '',
    base: ['url'],
    held: ['secret'],
  }),
  policies: ({ policies, pastPolicies }) => {
    const names = new Set(policies.map(({ name }) => name));
    return {
      keyOf: ({ spec }) => spec.name,
      isStored: (key) => names.has(key),
      wasMade: (key) => pastPolicies.has(key),
      base: ['spec'],
      held: [],
    };
  },
  guardrails: ({ guardrails, pastGuardrails }) => ({
    keyOf: ({ claim }) => claim.name,
    isStored: (key) => guardrails.has(key),
    wasMade: (key) => pastGuardrails.has(key),
    base: ['claim'],
    held: [],
  }),
  budgets: ({ budgets }) => ({
    keyOf: ({ spec }) => spec.name,
    isStored: (key) => budgets.has(key),
    base: ['spec'],
    held: [],
  }),
  toolRules: ({ toolRules }) => ({
    keyOf: ({ spec }) => spec.name,
    isStored: (key) => toolRules.has(key),
    base: ['spec'],
    held: [],
  }),
};

export const LIST_NAMES = Object.keys(LIST_RULES) as ListName[];
