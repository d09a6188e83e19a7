// SPDX-License-Identifier: Apache-2.0
/** Tries the chosen chat and ticket system at a press, and says what was found. Nothing is sent to people. */
import type { Integration } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { UpstreamFinding } from '../../registry/upstream-check.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { notificationsWords } from './words.ts';

export function NoSystem() {
  const words = useWords(notificationsWords);
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-ink-2">{words.noneYet}</p>
      <Link to="/integrations" search={{}} className={buttonClass()}>
        {words.addThere}
      </Link>
    </div>
  );
}

interface ChecksProps {
  integrations: readonly Integration[];
  chosen: readonly string[];
}

export function Checks({ integrations, chosen }: ChecksProps) {
  return integrations
    .filter(({ id }) => chosen.includes(id))
    .map((integration) => <Check key={integration.id} integration={integration} />);
}

function Check({ integration: { id, name } }: { integration: Integration }) {
  const words = useWords(notificationsWords);
  const checking = useAct(() => callApi('checkIntegration', { params: { id } }), []);
  const isSettled = !checking.isPending;
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <Button
        className="max-w-full truncate"
        aria-disabled={checking.isPending}
        onClick={() => isSettled && checking.mutate(undefined)}
      >
        {checking.isPending ? words.checking : words.check(name)}
      </Button>
      {isSettled && checking.error !== null && <FailureNotice failure={failureOf(checking.error)} />}
      {isSettled && checking.data !== undefined && <UpstreamFinding found={checking.data} />}
    </div>
  );
}
