// SPDX-License-Identifier: Apache-2.0
/** Agents of the AI SDK whose approvals go through its own policy package. */
import { opaPolicy } from '@ai-sdk/policy-opa';
import { generateText } from 'ai';
import type { FrameworkAgent, Given } from './agent.ts';
import { agentWith } from './ai.ts';

export function agentOf(given: Given): FrameworkAgent {
  return agentWith(given, async ({ tools, opa }, call) => {
    // The package is typed for one version of the SDK, and brings types of its own.
    const toolApproval = opaPolicy(opa) as never;
    return await generateText({ ...call, tools, toolApproval });
  });
}
