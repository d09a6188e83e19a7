// SPDX-License-Identifier: Apache-2.0

import { Eye } from 'lucide-react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { useEntering } from '../../session/entering.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { demoWords } from './demo-words.ts';
import { Or } from './or.tsx';
import { Refusal } from './refusal.tsx';

/** Where the deployment has a demo: in by one press, without an account. */
export default function DemoButton() {
  const words = useWords(demoWords);
  const { begin, go } = useEntering();
  const entering = useAct(
    async () => {
      await callApi('enterDemo');
      await begin();
    },
    [],
    () => go(),
  );
  return (
    <div className="flex flex-col gap-3">
      <Or>{words.or}</Or>
      <Button size="large" aria-disabled={entering.isPending} onClick={() => !entering.isPending && entering.mutate()}>
        <Eye aria-hidden className="size-4" />
        {entering.isPending ? words.entering : words.act}
      </Button>
      <p className="text-meta text-ink-2">{words.hint}</p>
      {entering.error !== null && !entering.isPending && <NotEntered failure={failureOf(entering.error)} />}
    </div>
  );
}

function NotEntered({ failure }: { failure: Failure }) {
  const words = useWords(demoWords);
  const isBeingMade = failure.kind === 'refused' && failure.code === 'unavailable';
  return isBeingMade ? <Notice tone="information" {...words.beingMade} /> : <Refusal failure={failure} />;
}
