// SPDX-License-Identifier: Apache-2.0
/** Entries about budgets. */
import { type AuditKind, created, deleted, updated } from './audit-kind.ts';

const COUNT = '`series` is the number of its count, which began at `since`';
const KEY_NOTE = { keyPrefix: 'when a key made the change' } as const;

export const BUDGET_KINDS: Readonly<Record<string, AuditKind>> = {
  'budget.created': { ...created(`A budget (${COUNT})`), optional: KEY_NOTE },
  'budget.updated': {
    ...updated('A budget'),
    meaning:
      'A budget was changed: `changedFields` names the fields, `before` holds their values and `after` the whole ' +
      `budget; ${COUNT}. Another series begins without what the window was raised by.`,
    optional: KEY_NOTE,
  },
  'budget.deleted': { ...deleted('A budget, with its counts,'), optional: KEY_NOTE },
  'budget.raised': {
    meaning:
      'A person gave one window of a budget more room: `amount` more, `total` in all, in the window that began at ' +
      '`windowStart`.',
    fields: ['amount', 'name', 'noteCommitment', 'source', 'total', 'windowStart'],
  },
};
