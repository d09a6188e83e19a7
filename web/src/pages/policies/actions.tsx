/** The acts of the list: all policies as files, their versions, and a new one. */
import { Link, useNavigate } from '@tanstack/react-router';
import { FileClock, History, Plus } from 'lucide-react';
import { apiAddress } from '../../api/address.ts';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Key } from '../../ui/tag.tsx';
import { policiesWords } from './words.ts';

export function Actions() {
  const words = useWords(policiesWords);
  return (
    <>
      <a
        href={apiAddress('exportPolicies')}
        download
        className={`${buttonClass('line')} max-lg:hidden`}
        aria-label={words.export}
      >
        YAML
      </a>
      <Can operation="startImpact">
        <Link to="/policies/files" className={`${buttonClass('line')} max-lg:hidden`}>
          <FileClock aria-hidden className="size-4" />
          {words.tryFiles}
        </Link>
      </Can>
      <Link to="/policies/versions" search={{}} className={buttonClass('line')}>
        <History aria-hidden className="size-4" />
        <span className="max-md:sr-only">{words.versions}</span>
      </Link>
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
