// SPDX-License-Identifier: Apache-2.0
/** The export of an organization: its settings and records, without secrets, events and audit evidence. */
import { ORGANIZATION_EXPORT_FORMAT, type OrganizationExport } from '@svc/contract';
import type pg from 'pg';
import { readNotificationSettings } from '../../organization/notices/index.ts';
import { readOrganization } from '../../organization/organizations/index.ts';
import { shownAddress } from '../../outgoing/egress/index.ts';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { jsonPieces, type Pages, pagesBy } from './json-file.ts';
import { SECTIONS, type Section } from './organization-sections.ts';
import { readWhileThere } from './still-there.ts';

type Lists = keyof typeof SECTIONS;

/**
 * The export becomes an entry of the audit chain.
 * @param pools for short work, and for what is read page by page
 * @returns the pieces of the file
 */
export async function openOrganizationExport(
  { pool, reads }: { pool: pg.Pool; reads: pg.Pool },
  exporter: Changer,
): Promise<AsyncGenerator<string>> {
  const { organizationId } = exporter;
  const nowMs = pool.clock.nowMs();
  await actAsAdmin(pool, exporter, async () => {
    const subject = { type: 'organization', id: organizationId };
    const metadata = { format: ORGANIZATION_EXPORT_FORMAT };
    return { result: undefined, changes: [{ kind: 'organization.exported', subject, metadata }] };
  });
  const head = await readHead(pool, organizationId, nowMs);
  const lists = Object.entries(SECTIONS).map(([name, section]) => [name, pagesOf(reads, organizationId, section)]);
  return jsonPieces(head, Object.fromEntries(lists) as Record<Lists, Pages>);
}

async function readHead(
  pool: pg.Pool,
  organizationId: string,
  nowMs: number,
): Promise<Omit<OrganizationExport, Lists>> {
  const [{ checkpointUrl, ...organization }, settings] = await Promise.all([
    readOrganization(pool, organizationId),
    readNotificationSettings(pool, organizationId),
  ]);
  const { mails, chatIntegrationId, ticketIntegrationId, quietHours, escalation } = settings;
  return {
    format: ORGANIZATION_EXPORT_FORMAT,
    exportedAt: new Date(nowMs).toISOString(),
    organization: { ...organization, checkpointUrl: checkpointUrl === null ? null : shownAddress(checkpointUrl) },
    notifications: { mails, chatIntegrationId, ticketIntegrationId, quietHours, escalation },
  };
}

function pagesOf(reads: pg.Pool, organizationId: string, section: Section): Pages {
  const { first, rowsPerPage, statement, markOf, itemOf } = section;
  const pages = pagesBy(
    first,
    rowsPerPage,
    (after) =>
      readWhileThere(reads, organizationId, (transaction) =>
        transaction.query(statement, [organizationId, after, rowsPerPage]),
      ),
    markOf,
  );
  return mapped(pages, itemOf);
}

async function* mapped(pages: AsyncIterable<readonly Record<string, unknown>[]>, itemOf: Section['itemOf']): Pages {
  for await (const page of pages) yield page.map(itemOf);
}
