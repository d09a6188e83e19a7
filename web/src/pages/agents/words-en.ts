// SPDX-License-Identifier: Apache-2.0

import type { AgentStatus } from '@svc/contract';

export const words = {
  title: 'Agents',
  search: 'Name or purpose',
  counted: (registered: string, max: string) => `${registered} of ${max}`,
  agent: 'Agent',
  state: 'State',
  asked: 'Asked, 30 d',
  stopped: 'Stopped, 30 d',
  share: 'Share stopped',
  risk: 'Highest risk',
  mayDo: 'May do',
  keys: 'Keys',
  keysOf: (own: number, shared: number) => (shared === 0 ? `${own}` : `${own} own, ${shared} for all`),
  lastAt: 'Last asked',
  acts: 'Actions',
  never: 'never',
  statuses: { ACTIVE: 'Active', PAUSED: 'Paused' } satisfies Record<AgentStatus, string>,
  anomalies: (count: number) => (count === 1 ? '1 anomaly' : `${count} anomalies`),
  emptyTitle: 'No agent yet',
  emptyText: 'Register each program that acts for you. Its requests are refused until it is registered.',
  command: 'Register agents from a file',
  register: 'Register an agent',
  registerText: 'Use the name that its requests send. Nothing happens until it asks.',
  registerAct: 'Register',
  registered: (name: string) => `${name} is registered`,
  editTitle: (name: string) => `Change ${name}`,
  nameHint: 'As in its requests, up to 100 characters.',
  purpose: 'Purpose',
  purposeHint: 'One line for the people who look after it.',
  limitTitle: 'The plan has no room for another agent',
  limitText: (registered: string, max: string) =>
    `The plan allows ${max} agents, and ${registered} are registered. Delete one, or ask an owner about the plan.`,
  open: 'Open',
  events: 'Its events',
  pause: 'Pause',
  resume: 'Resume',
  pauseTitle: (name: string) => `Pause ${name}?`,
  pauseText: 'From this moment every action it asks for is blocked. No policy and no monitor mode weakens this.',
  asksAbout: 'Usually asks',
  askedNothing: 'nothing in 30 days',
  perDay: (count: string) =>
    count === '0' ? 'less than once a day' : count === '1' ? '1 time a day' : `${count} times a day`,
  waiting: 'Waiting reviews',
  waitingText: (count: number) =>
    count === 0
      ? 'none'
      : count === 1
        ? '1 cannot be approved while it is paused'
        : `${count} cannot be approved while it is paused`,
  keysText: (count: number) => (count === 0 ? 'none bound to it' : `${count} stay valid, and may still read`),
  toldTo: 'Told to',
  toldText: 'everyone who reads the audit',
  why: 'Why (goes into the audit)',
  undo: 'Undo: Resume, any time',
  pauseAct: 'pause',
  paused: (name: string) => `${name} is paused`,
  resumeTitle: (name: string) => `Resume ${name}?`,
  resumeText: 'Policies and the risk score decide about it again, from this moment.',
  resumeAct: 'resume',
  resumed: (name: string) => `${name} is active`,
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'Its requests are refused as unknown. Its events and audit entries stay.',
  removed: (name: string) => `${name} is deleted`,
};
