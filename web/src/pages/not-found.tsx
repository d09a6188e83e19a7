/** An address that nothing stands at. */
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useLanguage } from '../language/index.tsx';
import { LINK_AS_BUTTON } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function NotFoundPage() {
  const { messages } = useLanguage();
  return (
    <main className="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-20">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Compass aria-hidden className="size-6" />
      </span>
      <PageHeading title={messages.notFound.title} lead={messages.notFound.text} />
      <Link to="/reviews" search={{}} className={LINK_AS_BUTTON}>
        {messages.notFound.action}
      </Link>
    </main>
  );
}
