// SPDX-License-Identifier: Apache-2.0
/** The head of the editor: what is not saved, and what can be done with the policy. On phones saving is at the foot. */
import type { PolicyDetail } from '@svc/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { apiAddress } from '../../api/address.ts';
import { useWords } from '../../language/word-set.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { followDownload } from '../../ui/save-text.ts';
import { Key, Tag } from '../../ui/tag.tsx';
import { PolicyQuestion } from '../policies/question.tsx';
import { policyPageWords } from './words.ts';

const ActsMenu = lazy(() => import('../../ui/menu.tsx').then((part) => ({ default: part.ActsMenu })));

interface Acts {
  isNew: boolean;
  isDirty: boolean;
  /** Nothing stands against saving. */
  isOn: boolean;
  isSaving: boolean;
  onSave(): void;
  onDiscard(): void;
}

export function ChangeCount({ isNew, isDirty, changes }: { isNew: boolean; isDirty: boolean; changes: number }) {
  const words = useWords(policyPageWords);
  if (!isDirty && !isNew) return null;
  return (
    <span className="max-md:hidden">
      <Tag>{isNew || changes === 0 ? words.notSaved : words.changes(changes)}</Tag>
    </span>
  );
}

interface EditorActionsProps extends Acts {
  canChange: boolean;
  detail: PolicyDetail | null;
  onRemoved(): void;
}

export function EditorActions({ canChange, detail, onRemoved, ...acts }: EditorActionsProps) {
  const words = useWords(policyPageWords);
  return (
    <>
      <Link to="/policies/versions" search={{}} className={`${buttonClass('ghost')} max-lg:hidden`}>
        <History aria-hidden className="size-4" />
        {words.versions}
      </Link>
      {canChange && (acts.isNew || acts.isDirty) && (
        <span className="flex items-center gap-2 max-md:hidden">
          <SaveButtons {...acts} />
        </span>
      )}
      {detail !== null && <MoreActs detail={detail} canChange={canChange} onRemoved={onRemoved} />}
    </>
  );
}

function MoreActs({
  detail,
  canChange,
  onRemoved,
}: Pick<EditorActionsProps, 'canChange' | 'onRemoved'> & { detail: PolicyDetail }) {
  const words = useWords(policyPageWords);
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const { id, canStandInFiles } = detail;
  const file = { name: 'YAML', run: () => followDownload(apiAddress('exportPolicies', { query: { id } })) };
  const versions = { name: words.versions, run: () => void navigate({ to: '/policies/versions', search: {} }) };
  const changes = [
    { name: words.copy, run: () => void navigate({ to: '/policies/new', search: { copy: id } }) },
    { name: words.remove, isDangerous: true, run: () => setRemoving(true) },
  ];
  return (
    <Suspense fallback={<span className="block size-7" />}>
      <ActsMenu
        label={words.acts}
        acts={[...(canStandInFiles ? [file] : []), versions, ...(canChange ? changes : [])]}
      />
      {isRemoving && (
        <PolicyQuestion
          act="remove"
          policy={detail}
          onRemoved={() => {
            onRemoved();
            void navigate({ to: '/policies', search: {} });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </Suspense>
  );
}

function SaveButtons({ isNew, isDirty, isOn, isSaving, onSave, onDiscard }: Acts) {
  const words = useWords(policyPageWords);
  const name = isNew ? words.create : words.save;
  return (
    <>
      {!isNew && (
        <Button onClick={onDiscard} disabled={!isDirty || isSaving}>
          {words.discard}
        </Button>
      )}
      <Button variant="solid" disabled={!isOn && !isSaving} aria-disabled={isSaving} onClick={onSave}>
        {isSaving ? words.saving : name} <Key>Ctrl S</Key>
      </Button>
    </>
  );
}

export function SaveBar(acts: Acts) {
  if (!acts.isNew && !acts.isDirty) return null;
  return (
    <div
      className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface px-4 py-2 *:grow
        md:hidden"
    >
      <SaveButtons {...acts} />
    </div>
  );
}
