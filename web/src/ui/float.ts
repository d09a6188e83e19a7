// SPDX-License-Identifier: Apache-2.0
/** The looks that menus, lists and popovers share. */
export const FLOAT =
  'animate-float-in rounded-l bg-raised p-1 text-body text-ink shadow-float outline-none max-h-(--available-height) ' +
  'overflow-y-auto';

export const FLOAT_ITEM =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-m px-2.5 text-ink outline-none select-none ' +
  'max-md:min-h-11 data-highlighted:bg-hover data-disabled:opacity-45';
