// SPDX-License-Identifier: Apache-2.0
/** The acts of the list: a new policy, and in a menu the versions of all policies and their files. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { apiAddress } from '../../api/address.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Can, useMay } from '../../session/may.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { followDownload } from '../../ui/save-text.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Key } from '../../ui/tag.tsx';
import { policiesWords } from './words.ts';

const ActsMenu = lazy(() => import('../../ui/menu.tsx').then((part) => ({ default: part.ActsMenu })));

/** How many changes wait for a second person, where any does. */
function Waiting() {
  const words = useWords(policiesWords);
  const { format } = useLanguage();
  const { data } = useQuery(readOf('listProposals', { query: { status: 'PENDING', limit: '1' } }));
  if (data === undefined || data.pending === 0) return null;
  return (
    <Link to="/policies/proposals" search={{}} className={buttonClass()}>
      {words.waiting(format.number(data.pending))}
    </Link>
  );
}

export function Actions() {
  const words = useWords(policiesWords);
  const may = useMay();
  const navigate = useNavigate();
  const tryFiles = { name: words.tryFiles, run: () => void navigate({ to: '/policies/files' }) };
  return (
    <>
      <Waiting />
      <Suspense fallback={<span className="block size-7 max-md:size-11" />}>
        <ActsMenu
          label={words.actsOnAll}
          acts={[
            { name: words.versions, run: () => void navigate({ to: '/policies/versions', search: {} }) },
            { name: words.proposals, run: () => void navigate({ to: '/policies/proposals', search: {} }) },
            ...(may('startImpact') ? [tryFiles] : []),
            { name: words.export, run: () => followDownload(apiAddress('exportPolicies')) },
          ]}
        />
      </Suspense>
      <Can operation="createPolicy">
        <NewPolicy />
      </Can>
    </>
  );
}

function NewPolicy() {
  const words = useWords(policiesWords);
  const navigate = useNavigate();
  useShortcut('c', () => void navigate({ to: '/policies/new', search: {} }));
  return (
    <Link to="/policies/new" search={{}} className={buttonClass('solid')}>
      <Plus aria-hidden className="size-4" />
      <span className="max-md:sr-only">{words.create}</span> <Key>C</Key>
    </Link>
  );
}
