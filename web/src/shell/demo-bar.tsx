// SPDX-License-Identifier: Apache-2.0
/** Over every page of the demo: what a visitor may do there, and the way out. */
import { useLanguage } from '../language/index.tsx';
import { useSignOut } from '../session/sign-out.ts';

export default function DemoBar() {
  const { shell } = useLanguage().messages;
  const leaving = useSignOut();
  return (
    <section
      aria-label={shell.demo}
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-2 border-b border-line bg-sunken px-4 py-1
        text-center text-meta text-ink-2"
    >
      {shell.demoBar}
      <button
        type="button"
        className="font-medium text-ink underline underline-offset-4 max-md:min-h-11"
        aria-disabled={leaving.isWorking}
        onClick={() => !leaving.isWorking && leaving.start()}
      >
        {shell.demoLeave}
      </button>
    </section>
  );
}
