// SPDX-License-Identifier: Apache-2.0
/** Guarantee: grants are in each export that their organization and their people may have, and end with their term. */
import type { ComplianceExport, HeldData, OrganizationExport } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Granting, openGranting } from '#harness/granting';
import { expectFormat } from '#harness/service/export-formats.ts';
import { PEOPLE } from '#harness/service/sessions.ts';
import { deleteEndedRows } from '../retention/index.ts';

let granting: Granting;
beforeAll(async () => {
  granting = await openGranting();
  await granting.grant(granting.people.admin, { note: 'Nightly export.' });
});
afterAll(() => granting.service.stop());

/** A file stays unread by the harness. */
async function fileOf<Body>(path: string): Promise<Body> {
  const cookie = [...granting.people.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(granting.service.baseUrl + path, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

it('are in the export of the organization, with how often they were used', async () => {
  const allowed = await granting.ask();
  const exported = await fileOf<OrganizationExport>('/organization/export');
  expectFormat('organization-export', exported);
  const madeBy = await granting.accountOf(PEOPLE.admin);
  expect(exported.grants).toMatchObject([
    { id: allowed.grant?.id, uses: 1, madeBy, note: 'Nightly export.', endedAt: null },
  ]);
});

it('are named beside each event of the compliance export that one let through', async () => {
  const [grant] = await granting.grants();
  const { events } = await fileOf<ComplianceExport>('/compliance/export?format=json');
  expect(events.map(({ grantId }) => grantId)).toEqual([null, grant?.id]);
});

it('are among what is held of the person who made one', async () => {
  const path = `/members/${await granting.accountOf(PEOPLE.admin)}/held`;
  const { body } = await granting.people.owner.call<HeldData>(path);
  expectFormat('held-data', body);
  expect(body.grants).toMatchObject({ total: 1, items: [{ note: 'Nightly export.', endedAt: null, endNote: null }] });
});

it('are deleted when they ended before the events that are kept, and no sooner', async () => {
  const clean = () => deleteEndedRows(granting.service.app.pool, new AbortController().signal);
  const [grant] = await granting.grants();
  await granting.people.owner.call(`/grants/${grant?.id}`, { method: 'DELETE', body: {} });
  await granting.sql(`UPDATE svc.organizations SET retention_days = 30`);
  await granting.sql(`UPDATE svc.grants SET ended_at = now() - interval '29 days'`);
  await clean();
  expect(await granting.grants()).toHaveLength(1);
  await granting.sql(`UPDATE svc.grants SET ended_at = now() - interval '31 days'`);
  await clean();
  expect(await granting.grants()).toEqual([]);
  expect(await granting.entries('grant.created')).toHaveLength(1);
});
