// SPDX-License-Identifier: Apache-2.0
/** The look of links under the form of a page before the sign-in. */
export const ENTRY_LINK =
  'inline-flex min-h-6 items-center text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink ' +
  'max-md:min-h-11';
