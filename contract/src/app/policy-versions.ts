// SPDX-License-Identifier: Apache-2.0
/** The versions of an organization's policy set: every state, who made it, when, from where, and what changed. */
import { type Static, Type } from 'typebox';
import { ACTION_FAMILIES, DECISIONS, POLICY_MODES, POLICY_RESOURCES } from '../enums.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';
import { policyNote } from './policies.ts';

export const POLICY_VERSION_SOURCES = ['app', 'policies-as-code', 'provisioning'] as const;

const versionProperties = {
  number: Type.Integer(),
  createdAt: dateTime(),
  actor: Type.Object({
    type: Type.String({ description: 'user, key or system.' }),
    id: Type.String(),
    name: nullable(Type.String({ description: 'The name of the person or key. Null if it was deleted.' })),
  }),
  source: stringEnum(POLICY_VERSION_SOURCES),
  keyPrefix: nullable(Type.String()),
  restoredFrom: nullable(Type.Integer({ description: 'The version that this one restored.' })),
  created: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
};

export const PolicyVersionListQuerySchema = strictObject(pageProperties);
export type PolicyVersionListQuery = Static<typeof PolicyVersionListQuerySchema>;

export const PolicyVersionSchema = Type.Object(versionProperties);
export type PolicyVersion = Static<typeof PolicyVersionSchema>;

export const PolicyVersionListSchema = Type.Object({
  ...listOf(PolicyVersionSchema).properties,
  current: Type.Integer({ description: 'The number of the set in force; 0 before the first change.' }),
});
export type PolicyVersionList = Static<typeof PolicyVersionListSchema>;

const policyChange = Type.Object({
  op: stringEnum(['create', 'update', 'delete']),
  id: uuid(),
  name: Type.String({ description: 'After the change; before it, of a deleted one.' }),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
    description: '`field` is a path such as `condition.anyOf[0].minRecords`; null stands for nothing.',
  }),
  isTruncated: Type.Boolean(),
});
export type PolicyVersionChange = Static<typeof policyChange>;

const policyOfVersion = Type.Object({
  id: uuid(),
  name: Type.String(),
  decision: stringEnum(DECISIONS),
  mode: stringEnum(POLICY_MODES),
  enabled: Type.Boolean(),
  action: stringEnum(ACTION_FAMILIES),
  resource: stringEnum(POLICY_RESOURCES),
});

export const PolicyVersionDetailSchema = Type.Object({
  ...versionProperties,
  changes: Type.Array(policyChange, { description: 'Against the version before it.' }),
  changesTotal: Type.Integer(),
  note: nullable(Type.String({ description: 'Why, in the words of the person; null: none, or it was erased.' })),
  policies: Type.Array(policyOfVersion, { description: 'The set at this version, by name.' }),
  isCurrent: Type.Boolean(),
});
export type PolicyVersionDetail = Static<typeof PolicyVersionDetailSchema>;

export const PolicyRestoreSchema = strictObject({
  ...policyNote,
  current: Type.Optional(
    Type.Integer({ description: 'The version in force as it was read: 409 `conflict` when another one is.' }),
  ),
});
export type PolicyRestore = Static<typeof PolicyRestoreSchema>;

export const PolicyRestoredSchema = Type.Object({
  version: Type.Integer({ description: 'In force now; the same as before when nothing differed.' }),
  changes: Type.Array(Type.Object({ name: Type.String(), op: stringEnum(['create', 'update', 'delete']) })),
});
export type PolicyRestored = Static<typeof PolicyRestoredSchema>;
