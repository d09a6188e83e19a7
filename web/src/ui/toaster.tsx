// SPDX-License-Identifier: Apache-2.0
/** The toasts, bottom right: one line, one act, six seconds, longer under the pointer or the focus. */
import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useLanguage } from '../language/index.tsx';
import { IconButton } from './button.tsx';

const SHOWN_FOR_MS = 6_000;

export interface Toast {
  title: string;
  act?: { name: string; run(): void };
}

const manager = Base.createToastManager();

/** Toasts that came before the part that shows them. */
const waiting: Toast[] = [];
let isShown = false;

export function addToast(toast: Toast): void {
  if (isShown) show(toast);
  else waiting.push(toast);
}

function show({ title, act }: Toast): void {
  manager.add({
    title,
    timeout: SHOWN_FOR_MS,
    ...(act !== undefined && { actionProps: { children: act.name, onClick: act.run } }),
  });
}

export function Toaster() {
  useEffect(() => {
    isShown = true;
    for (const toast of waiting.splice(0)) show(toast);
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <Base.Provider toastManager={manager}>
      <Base.Portal>
        <Viewport />
      </Base.Portal>
    </Base.Provider>
  );
}

function Viewport() {
  const { ui } = useLanguage().messages;
  const { toasts } = Base.useToastManager();
  return (
    <Base.Viewport
      data-toasts
      aria-label={ui.notifications}
      className="fixed right-4 bottom-4 z-50 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2 max-md:bottom-18"
    >
      {toasts.map((toast) => (
        <Base.Root
          key={toast.id}
          toast={toast}
          data-toast
          className="flex min-h-11 animate-float-in items-center gap-2 rounded-l bg-raised pr-1.5 pl-3 shadow-float
            data-ending-style:opacity-0"
        >
          <Base.Title className="grow text-body" />
          {toast.actionProps !== undefined && (
            <Base.Action className="rounded-m px-2 py-1 font-medium transition-colors hover:bg-hover" />
          )}
          <Base.Close render={<IconButton label={ui.close} />}>
            <X aria-hidden className="size-3.5" />
          </Base.Close>
        </Base.Root>
      ))}
    </Base.Viewport>
  );
}
