/** An address that nothing stands at. */
import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { Mark } from '../../shell/mark.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { notFoundWords } from './words.ts';

export function NotFoundPage() {
  const words = useWords(notFoundWords);
  const { pathname } = useLocation();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-94 flex-col items-start justify-center gap-5 px-4">
      <title>{`${words.title} · svc`}</title>
      <Mark className="h-3 w-10" />
      <div>
        <h1 className="text-sentence font-semibold tracking-tight">{words.title}</h1>
        <p className="text-lead text-ink-2">{words.text}</p>
      </div>
      <p className="font-mono text-ink-3">/app{pathname === '/' ? '' : pathname}</p>
      <Link to="/reviews" search={{}} className={buttonClass('solid', 'large')}>
        {words.action}
      </Link>
    </main>
  );
}
