// SPDX-License-Identifier: Apache-2.0
/** Tests of the service that a cluster does not run, each with the reason. All others run there. */
export const PLAIN_ONLY: Readonly<Record<string, string>> = {
  'server/src/doors/routes/app/reviews/list.test.ts': 'it copies events by their number, which Citus writes wrongly',
  'server/src/lifecycle/retention/retention.test.ts': 'its set-up moves columns by an interval, which Citus refuses',
  'server/src/record/audit/thin-checkpoints.test.ts': 'its set-up moves columns by an interval, which Citus refuses',
  'server/src/record/events/counted-search.test.ts': 'it counts the rows that one server reads',
  'server/src/record/events/explanation.test.ts': 'it reads how one server runs a statement',
  'server/src/record/recorder/faults.test.ts': 'it reads how one server runs a statement',
  'server/src/record/recorder/record-batch.test.ts':
    'its transactions see another organization, and a worker then finds no head; test/citus has such a test',
  'server/src/rules/policies/history.test.ts': 'it reads how one server runs a statement',
  'server/src/storage/db/implicit-transaction.test.ts':
    'several statements before one Sync are one transaction of one server; a cluster commits each by itself',
  'server/src/storage/db/across.test.ts': 'its tables are its own, and not spread',
  'server/src/storage/lists/many-rows.test.ts': 'it reads how one server runs a statement',
  'server/src/storage/schema/distribute.test.ts': 'it is about a database before it is spread',
};
