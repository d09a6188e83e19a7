/** A question in front of the page. The browser's own dialog keeps the focus inside, and gives it back. */
import { type SyntheticEvent, useEffect, useRef } from 'react';

const CLASS_NAME =
  'm-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-6 text-ink shadow-raised';

/**
 * For a component that is a dialog for as long as it is there.
 * @param onClose takes it away
 * @param isKept Escape does not close it
 */
export function useDialog(onClose: () => void, isKept = false) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  // Taken away at once: the browser tells of a closed dialog a moment later, and who asks again before that would get
  // an answer that is taken away with it.
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const props = {
    ref,
    className: CLASS_NAME,
    onCancel(asked: SyntheticEvent) {
      asked.preventDefault();
      if (!isKept) close();
    },
    // A browser may close it without asking, at a second Escape.
    onClose: () => (isKept ? ref.current?.showModal() : onClose()),
  };
  return { props, close };
}
