// SPDX-License-Identifier: Apache-2.0

/** Many tasks became one. Each task that is left notes its next run anew. */
export const RUNS_OF_TASKS = `DELETE FROM svc.task_runs;`;
