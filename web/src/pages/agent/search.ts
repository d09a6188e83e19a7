// SPDX-License-Identifier: Apache-2.0
/** The act that the page opens with: the palette leads here. */
export interface AgentSearch {
  act?: 'status';
}

export function agentSearchOf({ act }: Record<string, unknown>): AgentSearch {
  return act === 'status' ? { act } : {};
}
