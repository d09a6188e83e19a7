// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Events',
  search: 'Id, agent, resource or policy',
  time: 'Time',
  outcome: 'Outcome',
  run: 'Run',
  risk: 'Risk',
  agent: 'Agent',
  what: 'What',
  destination: 'Destination',
  decidedBy: 'Decided by',
  byRisk: 'Risk score',
  byPause: 'Agent paused',
  byTool: 'Tool changed',
  byPermission: 'Not permitted',
  chart: 'Decisions of this list over time',
  /** Names which decisions the numbers of the chart count. */
  counted: { '24h': 'in 24 hours', '7d': 'in 7 days', '30d': 'in 30 days', '90d': 'in 90 days' },
  stopped: 'Stopped',
  stoppedCount: (count: string) => `${count} stopped`,
  countedAsAsked: 'in this period',
  /** The values of filters, as they follow `is`. */
  values: {
    redemption: { OPEN: 'open', REDEEMED: 'redeemed', LAPSED: 'lapsed' },
    outcome: { SUCCEEDED: 'succeeded', FAILED: 'failed', UNKNOWN: 'unknown' },
    exceeds: { true: 'more than stated' },
    missing: { true: 'missing' },
    scanned: { true: 'scanned', false: 'not scanned' },
  },
  loaded: (count: string) => `of the ${count} loaded`,
  emptyTitle: 'No decision yet',
  emptyText: (isSandbox: boolean) =>
    `Ask for one with ${isSandbox ? 'a test' : 'a live'} key, and it appears here at once.`,
  command: 'Ask for a decision',
};
