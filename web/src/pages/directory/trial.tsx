// SPDX-License-Identifier: Apache-2.0
/** Has the directory asked, and says in a sentence what is wrong with it. */
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { directoryWords } from './words.ts';

export function Trial() {
  const words = useWords(directoryWords);
  const trial = useAct(() => callApi('trySso'), []);
  const found = trial.isPending ? undefined : trial.data;
  return (
    <SettingsSection title={words.tryTitle} hint={words.tryHint}>
      <Button aria-disabled={trial.isPending} onClick={() => !trial.isPending && trial.mutate(undefined)}>
        {trial.isPending ? words.trying : words.tryIt}
      </Button>
      {trial.error !== null && !trial.isPending && <FailureNotice failure={failureOf(trial.error)} />}
      {found?.fault === null && (
        <Notice tone="success" what={words.works} remedy={found.endsSessions ? words.worksAndEnds : words.worksNoEnd} />
      )}
      {found !== undefined && found.fault !== null && (
        <Notice tone="problem" {...words.faults[found.fault]}>
          {found.detail !== null && <p className="w-full font-mono text-meta break-all">{words.found(found.detail)}</p>}
        </Notice>
      )}
    </SettingsSection>
  );
}
