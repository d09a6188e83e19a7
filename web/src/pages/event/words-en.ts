// SPDX-License-Identifier: Apache-2.0
export const words = {
  events: 'Events',
  title: 'Event',
  region: 'What was decided, and why',
  missingTitle: 'There is no such event',
  missingText: 'It may belong to another organization, or be older than your plan keeps.',
  missingAction: 'See all events',
  answer: {
    button: 'Answer under LGPD art. 20',
    title: 'Answer to the person',
    lead:
      'One file tells how the decision came about: criteria in plain words, points, who reviewed it by role, and the ' +
      'proof. Read it before you hand it over: criteria may be a business secret.',
    language: 'Language',
    format: 'Form',
    formats: { html: 'A page to read and print', json: 'JSON, for programs' },
    contact: 'Where to ask for a review',
    contactHint: 'Such as the address of your data protection officer. Left empty: the way in which the file arrives.',
    session: (session: string) => `Also the other decisions of the session ${session}`,
    sessionHint: 'Only if all of them are about the same person.',
    act: 'Make the file',
    done: 'The file is saved. The audit notes that it was made.',
  },
};
