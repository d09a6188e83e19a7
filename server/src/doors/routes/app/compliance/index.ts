// SPDX-License-Identifier: Apache-2.0
/** The routes of compliance. */
import { COMPLIANCE_EXPORTS_PER_HOUR, type ComplianceExportQuery } from '@svc/contract';
import { openComplianceExport } from '../../../../lifecycle/data-rights/index.ts';
import { languageOf } from '../../../../people/activity/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { clientOf } from '../client.ts';
import { type AppHandlers, changerOf } from '../register.ts';
import { sendFile } from '../sent-file.ts';

export const COMPLIANCE_ROUTES = {
  /** GET /compliance/export: the recent LIVE events of the organization, as JSON or CSV. */
  exportCompliance: async (deps, request, person, reply) => {
    const pools = { pool: deps.pool, reads: deps.reads.pool };
    const { format = 'json', separator = null } = request.query as ComplianceExportQuery;
    await hitSharedWindow(deps.pool, RULE, person.organization.id);
    const exporter = { ...changerOf(person), organizationName: person.organization.name };
    const language = languageOf(clientOf(request, deps)) ?? 'en';
    const file = { name: 'svc-compliance', ending: format, type: TYPES[format] };
    return await sendFile(deps, person, reply, file, () =>
      openComplianceExport(pools, exporter, { format, separator, language }),
    );
  },
} satisfies Partial<AppHandlers>;

const RULE = { name: 'compliance-export', hitsMax: COMPLIANCE_EXPORTS_PER_HOUR, windowSeconds: 3_600 };
const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8; header=present' } as const;
