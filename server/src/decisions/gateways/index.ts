// SPDX-License-Identifier: Apache-2.0
/**
 * Owns both gateways: deciding a call, forwarding it once with credentials, redacting what comes back, and the log of
 * calls. People try an upstream by a call without a decision. Refuses to know how routes and integrations are
 * registered, and how a decision is made.
 */
export { checkHttpRoute } from './checks/http-route.ts';
export { checkIntegration, testIntegration } from './checks/integration.ts';
export { createForwarder } from './http/forward.ts';
export {
  answerAgain,
  callThroughHttp,
  forwardDecided,
  type HttpGatewayDeps,
  type HttpTarget,
  httpDecision,
  whileForwarding,
} from './http/index.ts';
export { createOutcomes } from './http/outcomes.ts';
export { createTokens } from './http/tokens.ts';
export { FORWARDS_ABORTED_AFTER_MS } from './limits.ts';
export { CALL_MARK, listCalls } from './list-calls.ts';
export { type OwnCalls, settleLostCalls, settleOwnCalls } from './lost-calls.ts';
export { decideMcpCall, mcpDecision } from './mcp/index.ts';
export { countProcessesWithout, createPresence } from './presence.ts';
export { rawMember } from './raw-body.ts';
