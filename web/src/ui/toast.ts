/** Says that something was done, with one act. The part that shows it is loaded when the first one comes. */
import type { Toast } from './toaster.tsx';

export async function showToast(toast: Toast): Promise<void> {
  const { addToast } = await import('./toaster.tsx');
  addToast(toast);
}
