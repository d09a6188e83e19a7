// SPDX-License-Identifier: Apache-2.0
/** A person's rights to what is held about them, and an owner's to end an organization: exports and deletion. */
import { type Static, Type } from 'typebox';
import { CSV_SEPARATORS } from '../csv.ts';
import { MFA_CODE_CHARACTERS_MAX, NAME_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '../limits.ts';
import { strictObject, stringEnum } from '../schema.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const DataRightsSchema = Type.Object({
  export: Type.Boolean(),
  deleteAccount: Type.Boolean(),
  deleteOrganization: Type.Boolean({ description: 'The caller is an owner of the current organization.' }),
});
export type DataRights = Static<typeof DataRightsSchema>;

const proof = {
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX }),
  mfaCode: Type.Optional(
    Type.String({
      maxLength: MFA_CODE_CHARACTERS_MAX,
      description: 'Needed with an authenticator app: its code, or a recovery code.',
    }),
  ),
};

export const AccountDeletionSchema = strictObject({ ...proof, confirm: stringEnum(['DELETE']) });
export type AccountDeletion = Static<typeof AccountDeletionSchema>;

export const OrganizationDeletionSchema = strictObject({
  ...proof,
  confirmName: Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'The name of the organization, exactly.' }),
});
export type OrganizationDeletion = Static<typeof OrganizationDeletionSchema>;

export const COMPLIANCE_FORMATS = ['json', 'csv'] as const;

export const ComplianceExportQuerySchema = strictObject({
  format: Type.Optional(stringEnum(COMPLIANCE_FORMATS, { description: 'Left out: json.' })),
  separator: Type.Optional(
    stringEnum(CSV_SEPARATORS, { description: 'For csv. Left out: semicolon for a person who reads Portuguese.' }),
  ),
});
export type ComplianceExportQuery = Static<typeof ComplianceExportQuerySchema>;

export const DATA_RIGHTS_OPERATIONS = {
  readDataRights: {
    method: 'GET',
    path: '/me/data-rights',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: DataRightsSchema },
  },
  exportAccount: {
    method: 'GET',
    path: '/me/export',
    who: EVERY_MEMBER,
    notByDirectory: true,
    ofAccount: true,
    hasEffect: true,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/me',
    who: EVERY_MEMBER,
    notByDirectory: true,
    recentSignIn: true,
    query: null,
    body: AccountDeletionSchema,
    success: { status: 204, body: null },
  },
  exportOrganization: {
    method: 'GET',
    path: '/organization/export',
    who: OWNERS_AND_ADMINS,
    hasEffect: true,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/organization',
    who: { OWNER: true, ADMIN: false, MEMBER: false },
    recentSignIn: true,
    query: null,
    body: OrganizationDeletionSchema,
    success: { status: 204, body: null },
  },
  exportCompliance: {
    method: 'GET',
    path: '/compliance/export',
    who: OWNERS_AND_ADMINS,
    hasEffect: true,
    query: ComplianceExportQuerySchema,
    body: null,
    success: { status: 200, body: null },
  },
} as const satisfies Record<string, AppOperation>;
