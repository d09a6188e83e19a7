// SPDX-License-Identifier: Apache-2.0
/** Over every page while the organization only monitors: what looks like a refusal was none. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationQuery } from '../api/organization.ts';
import { useLanguage } from '../language/index.tsx';

export default function MonitorBar() {
  const { shell } = useLanguage().messages;
  const { data } = useQuery(organizationQuery);
  if (data?.enforcement !== 'MONITOR') return null;
  return (
    <section
      aria-label={shell.monitorMode}
      className="flex shrink-0 flex-wrap justify-center gap-x-2 bg-monitor-soft px-4 py-1 text-meta text-monitor-ink"
    >
      {shell.monitorBar}
      <Link to="/settings" search={{}} className="font-medium underline underline-offset-4">
        {shell.monitorLink}
      </Link>
    </section>
  );
}
