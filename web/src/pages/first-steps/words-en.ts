// SPDX-License-Identifier: Apache-2.0
/** The words of the guide that a fresh organization sees. */
import type { FirstSteps } from '@svc/contract';

type StepId = Exclude<keyof FirstSteps, 'person'>;

const COUNTS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'All six'];

export const words = {
  title: 'First steps',
  skip: 'Skip the guide',
  close: 'Close the guide',
  done: (count: number) => `${COUNTS[count]} of six steps ${count === 1 ? 'is' : 'are'} done.`,
  allDone: 'All six steps are done.',
  next: {
    agent: 'The first one takes a minute.',
    resource: 'The next one takes a minute.',
    apiKey: 'The next one takes a minute.',
    decision: 'The next one takes a minute.',
    policy: 'The next one says what your agents may do.',
    people: 'The last one brings the others in.',
  } satisfies Record<StepId, string>,
  afterAll: 'Decisions appear under Events, and those that wait for you under Reviews.',
  steps: 'Steps',
  isDone: 'done',
  names: {
    agent: 'Register an agent',
    resource: 'Register a resource',
    apiKey: 'Create a key',
    decision: 'Ask for a first decision',
    policy: 'Write a first policy',
    people: 'Invite the people who approve',
  } satisfies Record<StepId, string>,
  notYet: {
    agent: 'the program that acts',
    resource: 'the data that it touches',
    apiKey: 'by which it asks',
    decision: 'with a command',
    policy: 'what is blocked, asked or allowed',
    people: 'you alone so far',
  } satisfies Record<StepId, string>,
  people: (count: number) => `${count} people`,
  joined: (name: string) => `${name} is in`,
  invited: (address: string) => `${address} is invited`,
  byPerson: (name: string) => `by ${name}`,
  byKey: (name: string) => `by the key ${name}`,
  startWith: 'Start with',
  startHint: 'It only watches until you enforce it, under Policies.',
  addPolicy: 'Add this policy',
  ownPolicy: 'Write one of your own',
  policyAdded: (name: string) => `${name} is added, and only watches`,
  texts: {
    agent: 'An agent is a program that acts by itself: a copilot, a job, a bot. Each has a name, and may be paused.',
    resource: 'A resource is what agents touch, such as a table or a mailbox. Its class says how much care it needs.',
    apiKey: 'Start with a test key: its decisions are made like any other, but they do not count toward the plan.',
    decision: 'Run this where your agent runs, with your own key instead of the shortened one.',
    policy:
      'Without policies the risk decides alone. A policy says what is blocked, what a person is asked, and what goes.',
    people: 'Owners and admins answer reviews. A policy may name members too.',
  } satisfies Record<StepId, string>,
  isTest: 'It is a test key: nothing is counted, and nothing is sent to webhooks.',
  acts: {
    agent: 'Register an agent',
    resource: 'Register a resource',
    apiKey: 'Create a key',
    people: 'Invite',
  } satisfies Record<Exclude<StepId, 'decision' | 'policy'>, string>,
  askAdmin: 'Your role may not do that: ask an owner or admin.',
  needsFirst: 'It needs an agent, a resource and a key. Take those steps first.',
  ways: { label: 'How to ask', curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'svc check', mcp: 'MCP' },
  command: 'Command',
  mcpText: 'The gateway for MCP decides each call of a tool. This asks it with an example.',
  copy: 'Copy',
  listening: 'Listening for',
  appears: 'The decision appears here the moment it is made.',
  firstDecision: 'The first decision:',
  risk: (score: number) => `Risk ${score} of 100`,
  seeWhy: 'See why',
  answers: 'What the answer will say',
  allowed: 'The agent may act.',
  allowedText: (reviewAt: number) => `Risk below ${reviewAt} and no stricter policy.`,
  waits: 'The agent waits for a person.',
  waitsText: (left: string) => `It appears under Reviews, for ${left}.`,
  blocked: 'The agent must not act.',
  blockedText: (blockAt: number) => `A policy says so, or none matches and the risk is ${blockAt} or more.`,
  span: (minutes: number) =>
    minutes % 1_440 === 0 && minutes > 1_440
      ? `${minutes / 1_440} days`
      : minutes >= 60
        ? `${Math.round(minutes / 60)} ${minutes < 90 ? 'hour' : 'hours'}`
        : `${minutes} minutes`,
  toReviews: 'Go to Reviews',
};
