// SPDX-License-Identifier: Apache-2.0
/** The routes of organization. */
import {
  EXPORTS_PER_PERSON_AND_HOUR,
  type OrganizationChange,
  type OrganizationCreation,
  type OrganizationDeletion,
  type OrganizationSwitch,
  type PlanChoice,
} from '@svc/contract';
import { deleteOrganization, openOrganizationExport } from '../../../../lifecycle/data-rights/index.ts';
import { exportProvisioning } from '../../../../lifecycle/provisioning-export/index.ts';
import { changePlan } from '../../../../organization/billing/index.ts';
import { createOwnOrganization, switchOrganization } from '../../../../organization/members/index.ts';
import { changeSettings, readFirstSteps, readOrganization } from '../../../../organization/organizations/index.ts';
import { holdSettings } from '../../../../rules/proposals/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { clientOf } from '../client.ts';
import { clearSessionCookies } from '../cookies.ts';
import { type AppHandlers, changerOf, isRecentlySignedIn, readerOf } from '../register.ts';
import { sendFile } from '../sent-file.ts';

export const ORGANIZATION_ROUTES = {
  /** POST /organization/plan: another plan, free of charge. */
  changePlan: async ({ billing }, request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await changePlan(billing, changer, request.body as PlanChoice);
  },

  /** POST /organizations: make a further organization, as its owner. */
  createOrganization: async ({ planDefault, pool }, request, { user }, reply) => {
    const creation = request.body as OrganizationCreation;
    const made = await createOwnOrganization(pool, user.id, creation, {
      plan: planDefault,
      nowMs: pool.clock.nowMs(),
    });
    return await reply.code(201).send(made);
  },

  /** DELETE /organization: end the current organization and everything in it. */
  deleteOrganization: async (deps, request, person, reply) => {
    const deletion = request.body as OrganizationDeletion;
    const { isLast } = await deleteOrganization(deps, person, deletion, clientOf(request, deps));
    // Without another organization the session has ended.
    if (isLast) clearSessionCookies(reply);
    return await reply.code(204).send();
  },

  /** GET /organization/provisioning: the organization as a provisioning file without secrets. */
  exportProvisioning: async (deps, _request, person, reply) => {
    const { organization } = person;
    const now = deps.pool.clock.now();
    const text = await deps.reads.run(readerOf(person), 'export', () =>
      exportProvisioning(deps, organization, now.getTime()),
    );
    const name = `svc-provisioning-${now.toISOString().slice(0, 10)}.yaml`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return reply.type('text/yaml; charset=utf-8').send(text);
  },

  /** GET /organization/export: settings and records of the organization, as a file. */
  exportOrganization: async (deps, _request, person, reply) => {
    const pools = { pool: deps.pool, reads: deps.reads.pool };
    await hitSharedWindow(deps.pool, RULE, person.user.id);
    return await sendFile(deps, person, reply, FILE, () => openOrganizationExport(pools, changerOf(person)));
  },

  /** GET /organization/first-steps: what the organization has of each thing that a fresh one needs. */
  readFirstSteps: async ({ pool }, _request, { organization, user }) =>
    await readFirstSteps(pool, organization.id, user.id),

  /** GET /organization: the settings of the current organization. */
  readOrganization: async ({ pool }, _request, { organization }) => {
    const read = await readOrganization(pool, organization.id);
    // The path of the address may hold a secret.
    return organization.role === 'MEMBER' ? { ...read, checkpointUrl: null } : read;
  },

  /** POST /me/organization: go on in another organization. */
  switchOrganization: async ({ pool }, request, { user, sessionId }) => {
    const { organizationId } = request.body as OrganizationSwitch;
    const session = { accountId: user.id, sessionId };
    return { user, organization: await switchOrganization(pool, session, organizationId) };
  },

  /** PATCH /organization: change the settings of the current organization. */
  updateOrganization: async (deps, request, person) => {
    const changer = { accountId: person.user.id, organizationId: person.organization.id };
    const isRecent = isRecentlySignedIn(person, deps.pool.clock.nowMs());
    return await changeSettings(deps, { ...changer, isRecent }, request.body as OrganizationChange, holdSettings);
  },
} satisfies Partial<AppHandlers>;

const RULE = { name: 'organization-export', hitsMax: EXPORTS_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
const FILE = { name: 'svc-organization', ending: 'json', type: 'application/json; charset=utf-8' };
