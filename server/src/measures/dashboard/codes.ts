// SPDX-License-Identifier: Apache-2.0
/** The causes of stopped decisions in a period, their risk factors, and the findings in their content. */
import { CAUSE_KINDS, type Dashboard, type DashboardCause } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { OUTCOME_COLUMNS, OUTCOME_SUMS, type Outcome, rowsOfSlice, type Slice, valuesOf } from './sums.ts';

const CODES_MAX = 10;

type Code = Outcome & { code: string };
interface CodeRow extends Outcome {
  [column: string]: unknown;
  kind: 'CAUSE' | 'FACTOR' | 'FINDING';
  code: string;
  name: string | null;
}

export async function readCodes(
  transaction: Transaction,
  slice: Slice,
): Promise<Pick<Dashboard, 'causes' | 'factors' | 'findings'>> {
  const rows = await transaction.query<CodeRow>(SELECT_CODES, valuesOf(slice));
  const ofKind = (kind: CodeRow['kind']) => rows.filter((row) => row.kind === kind).slice(0, CODES_MAX);
  const codes = (kind: CodeRow['kind']) => ofKind(kind).map(({ kind: _kind, name: _name, ...code }) => code as Code);
  return {
    causes: ofKind('CAUSE').map(causeOf),
    factors: codes('FACTOR'),
    findings: codes('FINDING').map(({ code, ...outcome }) => ({
      type: code as Dashboard['findings'][number]['type'],
      ...outcome,
    })),
  };
}

/** A code of a cause is one of the kinds, or the id of a policy. */
function causeOf({ code, name, reviewed, blocked }: CodeRow): DashboardCause {
  const kind = CAUSE_KINDS.find((one) => one === code) ?? 'POLICY';
  return { kind, policy: kind === 'POLICY' ? { id: code, name } : null, reviewed, blocked };
}

const SHOWN = `kind IN ('CAUSE', 'FACTOR', 'FINDING')`;
const ROWS = rowsOfSlice('decision_code', `kind, code, ${OUTCOME_COLUMNS}`, SHOWN);
const SELECT_CODES = `
  SELECT c.*, p.name
  FROM (
    SELECT kind, code, ${OUTCOME_SUMS}
    FROM ${ROWS} AS rows
    GROUP BY kind, code
  ) AS c
    LEFT JOIN svc.policy_revisions p
      ON p.organization_id = $1 AND c.kind = 'CAUSE' AND p.policy_id::text = c.code AND p.version_to IS NULL
  ORDER BY c.kind, c.events DESC, c.code`;
