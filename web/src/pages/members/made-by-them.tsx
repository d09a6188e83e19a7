// SPDX-License-Identifier: Apache-2.0
/** The keys and webhooks that go on when a member goes, or gets another role: each leads to its page. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { membersWords } from './words.ts';

export function MadeByThem({ id, isOwn = false }: { id: string; isOwn?: boolean }) {
  const words = useWords(membersWords);
  const made = useQuery(readOf('readMadeByMember', { params: { id } }));
  if (made.error !== null) return <FailureNotice failure={failureOf(made.error)} />;
  if (made.data === undefined) return null;
  const { apiKeys, webhooks } = made.data;
  if (apiKeys.total + webhooks.total === 0) return null;
  const heading = isOwn ? words.goesOnOfYours : words.goesOn;
  const link = 'break-all underline underline-offset-2';
  return (
    <section aria-label={heading} className="flex flex-col gap-2">
      <p className="font-medium">{heading}</p>
      <ul className="flex flex-col gap-1">
        {apiKeys.items.map((one) => (
          <li key={one.id}>
            <Link to="/api-keys" search={{ open: one.id }} className={link}>
              {words.keyOf(one.name)}
            </Link>
          </li>
        ))}
        {webhooks.items.map((one) => (
          <li key={one.id}>
            <Link to="/webhooks" search={{ webhook: one.id }} className={link}>
              {one.url}
            </Link>
          </li>
        ))}
      </ul>
      <Rest count={apiKeys.total + webhooks.total - apiKeys.items.length - webhooks.items.length} />
    </section>
  );
}

function Rest({ count }: { count: number }) {
  const words = useWords(membersWords);
  return count > 0 ? <p className="text-meta text-ink-3">{words.more(count)}</p> : null;
}
