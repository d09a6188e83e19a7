/** The cells of the list of entries that say more than a code or an id. */
import type { AuditItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { kindSaid, nameIn } from './said.ts';
import { auditWords } from './words.ts';

export const inWords = ({ kind }: AuditItem) => <Kind kind={kind} />;

/** With the code of the kind, which the search finds. */
function Kind({ kind }: Pick<AuditItem, 'kind'>) {
  const { kinds } = useWords(auditWords);
  return (
    <>
      {kindSaid(kinds, kind)} <code className="text-ink-3 max-md:sr-only">{kind}</code>
    </>
  );
}

export const subjectCell = (item: AuditItem) => (
  <>
    {nameIn(item)} <code className="text-ink-3">{`${item.subject.type} ${item.subject.id}`}</code>
  </>
);
