// SPDX-License-Identifier: Apache-2.0
/** The sums of `EventSums` as rows of a statement, whose second parameter they are. */

/** Every column of a cell. */
export const CELLS = `
  json_to_recordset($2) AS cells (of_decisions boolean, of_records boolean, of_agents boolean, sandbox boolean,
    agent_id uuid, resource_id uuid, action text, slice_at timestamptz, events bigint, reviewed bigint, blocked bigint,
    would_review bigint, would_block bigint, medium bigint, high bigint, critical bigint, risk_points bigint,
    risk_max smallint, records bigint, seq_from bigint, seq_to bigint)`;

export const CODES = `
  json_to_recordset($2) AS codes (sandbox boolean, kind text, code text, agent_id uuid, resource_id uuid,
    slice_at timestamptz, events bigint, reviewed bigint, blocked bigint, would_review bigint, would_block bigint)`;

export const sums = (columns: readonly string[]): string => columns.map((column) => `sum(${column})`).join(', ');
