// SPDX-License-Identifier: Apache-2.0
/** The scopes that an app asks for, each of which the person may leave out. */
import type { OauthScope } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { Tag } from '../../ui/tag.tsx';
import { connectWords } from './words.ts';

interface ScopeChoiceProps {
  asked: readonly OauthScope[];
  chosen: readonly OauthScope[];
  onChoose(scopes: OauthScope[]): void;
}

export function ScopeChoice({ asked, chosen, onChoose }: ScopeChoiceProps) {
  const words = useWords(connectWords);
  return (
    <fieldset>
      <legend className="text-meta font-medium text-ink-2">{words.scopes}</legend>
      <ul className="divide-y divide-line">
        {asked.map((scope) => (
          <li key={scope}>
            <label className="flex items-start gap-2.5 py-2.5">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-solid"
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  onChoose(asked.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
                }
              />
              <span className="grow">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {words.scope[scope].name}
                  {scope === 'decisions:write' && <Tag>{words.writes}</Tag>}
                </span>
                <span className="block text-meta text-ink-2">{words.scope[scope].hint}</span>
              </span>
              <code className="font-mono text-meta leading-5 text-ink-2 max-md:hidden">{scope}</code>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
