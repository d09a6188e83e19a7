// SPDX-License-Identifier: Apache-2.0
/** Follow: new rows come by themselves, with the news of the service. */
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { listPageWords } from './page-words.ts';

export interface Follow {
  isOn: boolean;
  toggle(): void;
}

export function useFollow(): Follow {
  const [isOn, setOn] = useState(false);
  return { isOn, toggle: () => setOn(!isOn) };
}

export function FollowButton({ follow }: { follow: Follow }) {
  const words = useWords(listPageWords);
  return (
    <Button
      variant="ghost"
      aria-pressed={follow.isOn}
      onClick={follow.toggle}
      className={`max-md:hidden ${follow.isOn ? 'bg-selected text-ink' : ''}`}
    >
      <Radio aria-hidden className="size-4" />
      {follow.isOn ? words.following : words.follow}
    </Button>
  );
}
