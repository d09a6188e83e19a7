/** The first reasons of a decision, as they were recorded. They are English, whatever the language of the page. */
import { useLanguage } from '../language/index.tsx';

const REASONS_SHOWN = 2;

export function Reasons({ reasons }: { reasons: readonly string[] }) {
  const { messages } = useLanguage();
  const more = reasons.length - REASONS_SHOWN;
  return (
    <ul className="mt-1.5 text-sm text-muted">
      {reasons.slice(0, REASONS_SHOWN).map((reason) => (
        <li key={reason} lang="en">
          {reason}
        </li>
      ))}
      {more > 0 && <li className="text-muted">{messages.reviews.more(more)}</li>}
    </ul>
  );
}
