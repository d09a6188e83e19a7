// SPDX-License-Identifier: Apache-2.0
/** Pages of one record, to which a row of a list can lead. */
export type PageOfRow = '/agents/$id' | '/guardrails/$id' | '/policies/$id' | '/tool-rules/$id';
