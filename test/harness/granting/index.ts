// SPDX-License-Identifier: Apache-2.0
/** An organization in which people may make grants: a policy that allows them, and people of each role. */
import type { Decision, ErrorBody, Grant, GrantList, GrantRequest } from '@svc/contract';
import { expect } from 'vitest';
import { clockOfDevices } from '#harness/clock';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

export const ACT = {
  agent: 'billing-bot',
  resource: 'customers',
  action: 'EXPORT_DATA',
  destination: 'INTERNAL',
  recordsAffected: 100,
};
export const POLICY = { name: 'Exports', action: 'EXPORT', decision: 'REVIEW', approvals: { grants: true } };
const HOUR_MS = 3_600_000;

export interface Granting {
  service: TestService;
  /** The stranger is a second admin here. */
  people: Readonly<Record<'owner' | 'admin' | 'second' | 'member', Browser>>;
  ask(over?: object, at?: string, key?: string): Promise<Decision>;
  approve(
    by: Browser,
    id: string,
    grant?: Partial<GrantRequest> | null,
  ): Promise<{ status: number; body: Decision & ErrorBody }>;
  /** Asks, and approves with a grant. @returns the event that asked */
  grant(by?: Browser, over?: Partial<GrantRequest>, act?: object): Promise<Decision>;
  grants(query?: string): Promise<Grant[]>;
  apply(policies: object[]): Promise<void>;
  set(body: object): Promise<void>;
  entries(
    kind: string,
  ): Promise<{ subject: { id: string }; actor: { type: string }; metadata: Record<string, unknown> }[]>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  accountOf(email: string): Promise<string>;
}

/** So many hours from now. */
export const inHours = (hours: number): string => new Date(clockOfDevices().nowMs() + hours * HOUR_MS).toISOString();

export async function openGranting(): Promise<Granting> {
  const person = (email: string, role: string) => `
      - { email: ${email}, name: ${role.toLowerCase()} person, password: "${PASSWORD}", role: ${role} }`;
  const staff = () =>
    person(PEOPLE.admin, 'ADMIN') + person(PEOPLE.stranger, 'ADMIN') + person(PEOPLE.member, 'MEMBER');
  const service = await openOrganization({
    provisioning: () => acmeWithPeople({ policies: ' []', people: staff(), globexPeople: ' []' }),
  });
  const { baseUrl, database } = service;
  const emails = [PEOPLE.owner, PEOPLE.admin, PEOPLE.stranger, PEOPLE.member];
  const [owner, admin, second, member] = await Promise.all(emails.map((email) => signIn(baseUrl, email)));
  if (!owner || !admin || !second || !member) return expect.fail();
  const granting: Granting = {
    service,
    people: { owner, admin, second, member },
    ask: async (over = {}, at = baseUrl, key) =>
      (await call<Decision>(at, '/v1/events', { body: { ...ACT, ...over }, ...(key !== undefined && { key }) })).body,
    approve: async (by, id, grant = {}) =>
      await by.call<Decision & ErrorBody>(`/reviews/${id}/approve`, {
        body: grant === null ? {} : { grant: { until: inHours(2), ...grant } },
      }),
    async grant(by = owner, over = {}, act = {}) {
      const asked = await granting.ask(act);
      const answer = await granting.approve(by, asked.id, over);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
      return asked;
    },
    grants: async (query = '') => (await owner.call<GrantList>(`/grants${query}`)).body.items,
    async apply(policies) {
      const { status } = await call(baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
      expect(status).toBe(200);
    },
    async set(body) {
      expect((await owner.call('/organization', { method: 'PATCH', body })).status).toBe(200);
    },
    entries: async (kind) => (await readAuditEntries(database, ACME)).filter((entry) => entry.kind === kind),
    sql: (text, values = []) => readRows(database, text, values),
    accountOf: async (email) =>
      String((await readRows(database, 'SELECT id FROM svc.accounts WHERE email = $1', [email]))[0]?.id),
  };
  await granting.apply([POLICY]);
  await granting.set({ grantHoursMax: 24 });
  return granting;
}
