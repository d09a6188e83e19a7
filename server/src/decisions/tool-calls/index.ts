// SPDX-License-Identifier: Apache-2.0
/**
 * Owns a call of a tool from the question to the report. It is decided by the tool rules, held for a person and
 * redeemed before it runs, and its outcome is reported. The steps of a session are chained. Refuses to know who asks,
 * in which shape, and how an act is decided.
 */
export { reportToolCall } from './report.ts';
export { addToSession } from './session-chain.ts';
export { checkTool, settleToolCall, type ToolAnswer, type ToolCallDeps } from './settle.ts';
