// SPDX-License-Identifier: Apache-2.0
/** Says that something was done, with one act. The part that shows it is loaded when the first one comes. */
import type { Toast } from './toaster.tsx';

export function showToast(toast: Toast): void {
  void import('./toaster.tsx').then(({ addToast }) => addToast(toast));
}
