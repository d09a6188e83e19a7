// SPDX-License-Identifier: Apache-2.0
export const words = {
  events: 'Events',
  title: 'Event',
  region: 'What was decided, and why',
  missingTitle: 'There is no such event',
  missingText: 'It may belong to another organization, or be older than your plan keeps.',
  missingAction: 'See all events',
};
