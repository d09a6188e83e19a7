// SPDX-License-Identifier: Apache-2.0
export const words = {
  or: 'or without an account',
  act: 'Look at the demo',
  entering: 'Opening the demo…',
  hint: 'A sample company with a year of decisions. Look at everything; nothing can be changed.',
  beingMade: { what: 'The demo is being made anew.', remedy: 'That takes a minute. Try again then.' },
};
