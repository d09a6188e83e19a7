// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Try policy files',
  policies: 'Policies',
  lead:
    'Choose the files of a policy set. The live decisions of the past days are decided again under it. ' +
    'Nothing is saved.',
  choose: 'Choose files',
  drop: 'or drop YAML files here',
  readOnly: 'Owners and admins try files on the decisions of the past days.',
  tooLarge: (megabytes: string) => `The files are larger than ${megabytes} MB together.`,
  unreadable: (file: string) => `${file} could not be read.`,
  set: (policies: string, files: string, isOne: boolean, isOneFile: boolean) =>
    `${policies} ${isOne ? 'policy' : 'policies'} in ${files} ${isOneFile ? 'file' : 'files'}.`,
  whole: 'The files count as the complete set: a stored policy missing from them is left out.',
  without: (files: string) => `No policy in: ${files}.`,
  faults: 'Fix these in the files first',
  isOld: 'The files have been chosen anew since. Decide again to see what they change.',
  effect: 'What gets looser',
  apply: 'To make them the policies in force, apply them',
};
