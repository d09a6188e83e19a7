// SPDX-License-Identifier: Apache-2.0
/** Which part of a page is shown, beside its title: each is a link with an address of its own. */
import { Link } from '@tanstack/react-router';

const VIEW =
  'flex h-7 shrink-0 items-center rounded-m px-2.5 whitespace-nowrap text-ink-2 transition-colors hover:bg-hover ' +
  'hover:text-ink aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink max-md:h-11';

export interface ViewsProps {
  label: string;
  views: readonly {
    name: string;
    /** A page of its own; without it the part of this page that the search says. */
    to?: '/routes' | '/routes/mcp' | '/members' | '/groups';
    search: Readonly<Record<string, string>>;
    isShown: boolean;
  }[];
}

export function Views({ label, views }: ViewsProps) {
  return (
    <nav aria-label={label} className="flex gap-1">
      {views.map(({ name, to = '.', search, isShown }) => (
        <Link
          key={name}
          to={to}
          search={search as never}
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={isShown ? 'page' : undefined}
          className={VIEW}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
