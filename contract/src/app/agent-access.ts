// SPDX-License-Identifier: Apache-2.0
/** Everything that one agent may do without a review: GET /agents/{id}/access. */
import { type Static, Type } from 'typebox';
import { AnalysedAreaSchema } from './analysed-areas.ts';

export const AgentAccessSchema = Type.Object({
  policySetVersion: Type.Integer({
    description: 'The version of the policies that were asked, which are the current ones.',
  }),
  complete: Type.Boolean({ description: 'false: time or memory did not suffice, and nothing is known.' }),
  areas: Type.Array(AnalysedAreaSchema, {
    description: 'Together exactly the events of the agent that are answered ALLOW, broadest area first.',
  }),
  more: Type.Integer({ minimum: 0, description: 'Areas that are not listed.' }),
});
export type AgentAccess = Static<typeof AgentAccessSchema>;
