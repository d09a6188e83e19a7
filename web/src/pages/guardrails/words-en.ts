// SPDX-License-Identifier: Apache-2.0
/** The words of the list of guardrails, in English. */
export const words = {
  title: 'Guardrails',
  lead: 'Rules that must hold for every possible request.',
  search: 'Name',
  guardrail: 'Guardrail',
  state: 'Proof',
  mode: 'Enforcement',
  proved: 'Last proof',
  never: 'never',
  ofVersion: (version: string) => `policies, version ${version}`,
  changed: 'Changed',
  prove: 'Prove all',
  proving: (done: string, all: string) => `Proved ${done} of ${all}`,
  provedAll: (count: number) =>
    count === 1 ? 'The guardrail was proved again' : `${count} guardrails were proved again`,
  notProved: 'The proofs broke off. Try again in a moment.',
  create: 'New guardrail',
  createText: 'A rule about every request, not only about those that have been seen. It is proved when it is saved.',
  createAct: 'Save and prove',
  created: (name: string) => `${name} is kept`,
  editTitle: (name: string) => `Change ${name}`,
  field: 'The guardrail',
  enforcement: 'When a change of the policies breaks it',
  enforce: 'Refuse the change',
  watch: 'Make the change, and tell',
  emptyTitle: 'No guardrail yet',
  emptyText:
    'A guardrail says what must never happen, and is proved for every possible request. An enforced one refuses each ' +
    'change of the policies that would break it. Five worth copying:',
  starting: [
    {
      name: 'Health data never leaves by itself',
      text: 'Sensitive personal data under article 11 of the LGPD: a person decides before it goes outside.',
    },
    { name: 'Nothing is deleted without a person', text: 'Whatever the data, the amount and the hour.' },
    { name: 'Exports wait outside business hours', text: 'At night and at weekends a person decides.' },
    {
      name: 'Agents that are not known export nothing by themselves',
      text: 'Name them under “Unless”. All others, and those registered later, wait for a person.',
    },
    { name: 'Credentials are never sent out', text: 'API keys and private keys are blocked on their way outside.' },
  ],
  command: 'Prove claims in files',
  deleted: 'Deleted guardrails',
  deletedText: 'Their versions stay. A guardrail that comes back is proved again.',
  noneDeleted: 'No guardrail was deleted.',
  deletedBy: (who: string) => `deleted by ${who}`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is back`,
};
