// SPDX-License-Identifier: Apache-2.0
/** The records that refer to one, with links to them. */
import type { Referrer } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { registryWords } from './words.ts';

interface UsedByProps {
  usedBy: readonly Referrer[];
  /** How many there are; a few of them are named. */
  total?: number | undefined;
  onGo?(): void;
}

export function UsedBy({ usedBy, total = usedBy.length, onGo }: UsedByProps) {
  const { format } = useLanguage();
  const words = useWords(registryWords);
  return (
    <ul className="flex flex-col">
      {usedBy.map((referrer) => (
        <li
          key={`${referrer.type} ${referrer.id}`}
          className="flex min-h-8 items-center gap-3 border-b border-line last:border-0"
        >
          <span className="w-24 shrink-0 text-ink-3">{words.used.types[referrer.type]}</span>
          <ReferrerLink referrer={referrer} onGo={onGo} />
        </li>
      ))}
      {total > usedBy.length && (
        <li className="py-1.5 text-ink-3">{words.used.more(format.number(total - usedBy.length))}</li>
      )}
    </ul>
  );
}

const LINK = 'min-w-0 truncate font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink';

function ReferrerLink({ referrer: { type, id, name }, onGo }: { referrer: Referrer; onGo: (() => void) | undefined }) {
  const rest = { className: LINK, ...(onGo !== undefined && { onClick: onGo }) };
  if (type === 'agent') {
    return (
      <Link to="/agents/$id" params={{ id }} {...rest}>
        {name}
      </Link>
    );
  }
  if (type === 'policy') return <span className="min-w-0 truncate font-medium">{name}</span>;
  const to = ({ api_key: '/api-keys', http_route: '/routes', mcp_route: '/routes/mcp' } as const)[type];
  return (
    <Link to={to} search={{ open: id }} {...rest}>
      {name}
    </Link>
  );
}
