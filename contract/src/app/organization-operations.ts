// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for the current organization and its members. */
import { FirstStepsSchema } from './first-steps.ts';
import { HeldDataSchema } from './held-data.ts';
import {
  MadeByMemberSchema,
  MemberChangeSchema,
  MemberListQuerySchema,
  MemberListSchema,
  MemberSchema,
} from './members.ts';
import { NotificationChangeSchema, NotificationSettingsSchema } from './notifications.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import {
  OrganizationChangeSchema,
  OrganizationCreationSchema,
  OrganizationSchema,
  OrganizationSwitchSchema,
  UsageSchema,
} from './organization.ts';
import { SignedInSchema } from './sessions.ts';

export const ORGANIZATION_OPERATIONS = {
  createOrganization: {
    method: 'POST',
    path: '/organizations',
    who: EVERY_MEMBER,
    notByDirectory: true,
    query: null,
    body: OrganizationCreationSchema,
    success: { status: 201, body: OrganizationSchema },
  },
  switchOrganization: {
    method: 'POST',
    path: '/me/organization',
    who: EVERY_MEMBER,
    notByDirectory: true,
    beforeMfa: true,
    query: null,
    body: OrganizationSwitchSchema,
    success: { status: 200, body: SignedInSchema },
  },
  readOrganization: {
    method: 'GET',
    path: '/organization',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: OrganizationSchema },
  },
  exportProvisioning: {
    method: 'GET',
    path: '/organization/provisioning',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/organization',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: OrganizationChangeSchema,
    success: { status: 200, body: OrganizationSchema },
  },
  readFirstSteps: {
    method: 'GET',
    path: '/organization/first-steps',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: FirstStepsSchema },
  },
  readUsage: {
    method: 'GET',
    path: '/usage',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: UsageSchema },
  },
  readNotifications: {
    method: 'GET',
    path: '/notifications',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: NotificationSettingsSchema },
  },
  updateNotifications: {
    method: 'PATCH',
    path: '/notifications',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: NotificationChangeSchema,
    success: { status: 200, body: NotificationSettingsSchema },
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    who: EVERY_MEMBER,
    query: MemberListQuerySchema,
    body: null,
    success: { status: 200, body: MemberListSchema },
  },
  readHeldData: {
    method: 'GET',
    path: '/members/{id}/held',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: HeldDataSchema },
  },
  readMadeByMember: {
    method: 'GET',
    path: '/members/{id}/made',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: MadeByMemberSchema },
  },
  updateMember: {
    method: 'PATCH',
    path: '/members/{id}',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: MemberChangeSchema,
    success: { status: 200, body: MemberSchema },
  },
  // Every member may leave; only owners and admins remove others.
  removeMember: {
    method: 'DELETE',
    path: '/members/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
