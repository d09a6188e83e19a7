// SPDX-License-Identifier: Apache-2.0
/** The exit codes of the process. */

export const EXIT = { success: 0, failure: 1, review: 2, block: 3, noPolicyApi: 4, authentication: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The lines of --help, in this order. */
export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.success, 'success; ALLOW from check'],
  [EXIT.failure, 'wrong files, failed tests, or any other failure'],
  [EXIT.review, 'REVIEW from check'],
  [EXIT.block, 'BLOCK from check'],
  [EXIT.noPolicyApi, 'the server has no policies as code (404 on pull, apply or test)'],
  [EXIT.authentication, 'no key, or the key was refused (401, 403)'],
];
