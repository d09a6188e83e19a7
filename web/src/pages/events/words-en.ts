export const words = {
  title: 'Events',
  search: 'Id, agent, resource or policy',
  time: 'Time',
  outcome: 'Outcome',
  risk: 'Risk',
  agent: 'Agent',
  what: 'What',
  destination: 'Destination',
  decidedBy: 'Decided by',
  byRisk: 'Risk score',
  byPause: 'Agent paused',
  byPermission: 'Not permitted',
  chart: 'Decisions of this list over time',
  emptyTitle: 'No decision yet',
  emptyText: (isSandbox: boolean) =>
    `Ask for one with ${isSandbox ? 'a test' : 'a live'} key, and it appears here at once.`,
  command: 'Ask for a decision',
};
