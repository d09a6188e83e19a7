// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Try an action',
  lead: 'Records nothing.',
  form: 'The action',
  text: 'A text',
  textHint:
    'Text that an agent would pass on. It is scanned in memory and then discarded: not stored, not in the address.',
  tooLong: (length: string, max: string) => `The text has ${length} characters; at most ${max} are scanned.`,
  examplesTitle: 'Or begin with an example',
  /** All values are invented; their check digits are right. */
  examples: {
    cpf: { name: 'CPF', text: 'The customer Maria Souza, CPF 529.982.247-25, wants order 48213 refunded.' },
    card: { name: 'Card', text: 'Charge the card 4539 1488 0343 6467, valid until 08/29, for order 48213.' },
    key: { name: 'API key', text: 'The job signs in with AKIAZ7QK4M2XW5RT3BNP; change it on Friday.' },
    health: { name: 'Health', text: 'The patient was diagnosed with type 2 diabetes and takes metformin.' },
    nothing: { name: 'Nothing', text: 'Order 48213 was delivered on Tuesday, as the customer had asked.' },
  },
  summary: (agent: string, action: string, resource: string) => `${agent}: ${action}, ${resource}`,
  incomplete: 'Choose an agent and a resource',
  found: 'Found in the text',
  kept: 'No part of it is kept.',
  nothingFound: 'Nothing sensitive was found.',
  times: 'Times',
  act: 'Try it',
  answer: 'The answer',
  noneTitle: 'Nothing tried yet',
  noneText: 'Paste a text: what is found in it, and where, is shown here, and how today’s policies would decide.',
  wouldBe: 'The agent would be told',
  assumed: 'Taken as found, as you said; nothing was scanned.',
  approvers: (roles: string) => `Who could answer it: ${roles}.`,
  wrong: 'This action cannot be tried',
};
