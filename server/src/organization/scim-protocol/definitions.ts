// SPDX-License-Identifier: Apache-2.0
/** The service says of itself what it can: abilities, kinds of resources and their attributes (RFC 7643, 5 to 7). */
import { SCIM_PAGE_MAX } from '@svc/contract';
import { GROUP_SCHEMA, USER_SCHEMA } from './names.ts';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

type Definition = Readonly<Record<string, unknown>> & { readonly id?: string };

/** @param base the address of the service for SCIM */
export function serviceProviderConfig(base: string): Definition {
  return {
    schemas: [CONFIG_SCHEMA],
    documentationUri: `${base.slice(0, base.lastIndexOf('/scim/'))}/docs/guides/scim/`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an owner of the organization makes, in the header Authorization.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): Definition[] {
  return [
    ['User', '/Users', USER_SCHEMA, 'A person whom the directory of the organization names.'],
    ['Group', '/Groups', GROUP_SCHEMA, 'A group of members of the organization.'],
  ].map(([id = '', endpoint, schema, description]) => ({
    schemas: [TYPE_SCHEMA],
    id,
    name: id,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));
}

export function schemas(base: string): Definition[] {
  return [
    { id: USER_SCHEMA, name: 'User', description: 'User Account', attributes: USER },
    { id: GROUP_SCHEMA, name: 'Group', description: 'Group', attributes: GROUP },
  ].map((one) => ({
    schemas: [SCHEMA_SCHEMA],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${one.id}` },
  }));
}

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  referenceTypes?: readonly string[];
  canonicalValues?: readonly string[];
  subAttributes?: readonly object[];
}

const attribute = (name: string, description: string, others: Attribute = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  ...(['complex', 'boolean'].includes(others.type ?? 'string') ? {} : { caseExact: false }),
  mutability: 'readWrite',
  returned: 'default',
  ...(others.type === 'complex' || others.type === 'boolean' ? {} : { uniqueness: 'none' }),
  ...others,
});

const several = (name: string, description: string, subAttributes: readonly object[], others: Attribute = {}) =>
  attribute(name, description, { type: 'complex', multiValued: true, ...others, subAttributes });

const USER = [
  attribute('userName', 'The name by which the directory signs the person in.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The name of the person.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name.'),
      attribute('familyName', 'The family name.'),
      attribute('givenName', 'The given name.'),
    ],
  }),
  attribute('displayName', 'The name that others read.'),
  attribute('active', 'Whether the person is a member of the organization.', { type: 'boolean' }),
  several('emails', 'The primary address is kept. Its domain is one that the organization has proved.', [
    attribute('value', 'The address.'),
    attribute('type', 'Always work.', { canonicalValues: ['work'] }),
    attribute('primary', 'Always true.', { type: 'boolean' }),
  ]),
  several('roles', 'The role in the organization: the highest of those that are sent.', [
    attribute('value', 'ADMIN, MEMBER, or a value that the connection of the directory gives a role.'),
    attribute('primary', 'Always true.', { type: 'boolean' }),
  ]),
];

const GROUP = [
  attribute('displayName', 'The name of the group, unique in the organization.', {
    required: true,
    uniqueness: 'server',
  }),
  several('members', 'Users who are in the group.', [
    attribute('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
    attribute('$ref', 'The address of the user.', {
      type: 'reference',
      mutability: 'immutable',
      referenceTypes: ['User'],
      caseExact: true,
    }),
    attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
  ]),
];
