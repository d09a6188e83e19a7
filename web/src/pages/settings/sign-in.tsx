// SPDX-License-Identifier: Apache-2.0
/** The way to the sign-in by a directory, which has a page of its own. */
import { Link } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from './section.tsx';
import { settingsWords } from './words.ts';

export function SignIn() {
  const words = useWords(settingsWords);
  return (
    <Can operation="readSso">
      <div className="mt-8 px-6 max-md:px-4">
        <Section title={words.signInTitle}>
          <p className="text-ink-2">{words.signInText}</p>
          <div>
            <Link to="/settings/sign-in" search={{}} className={buttonClass()}>
              {words.signInOpen}
            </Link>
          </div>
        </Section>
      </div>
    </Can>
  );
}
