/** Says that something was done, with one act. The part that shows it is loaded when the first one comes. */
import type { ToastAct } from './toaster.tsx';

export interface Toast {
  title: string;
  act?: ToastAct;
}

export async function showToast(toast: Toast): Promise<void> {
  const { addToast } = await import('./toaster.tsx');
  addToast(toast);
}
