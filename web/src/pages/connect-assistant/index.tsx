// SPDX-License-Identifier: Apache-2.0
/** How an assistant is connected: the address, and what each assistant takes. */
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ASSISTANTS, snippetOf } from './snippets.ts';
import { connectAssistantWords } from './words.ts';

export function ConnectAssistantPage() {
  const words = useWords(connectAssistantWords);
  const apps = useQuery(readOf('listConnectedApps'));
  return (
    <Page title={words.title} crumb={{ name: words.apps, to: '/connected-apps' }}>
      <Answered query={apps} skeleton={<Skeleton />}>
        {({ mcpUrl }) => (
          <ScrollRegion label={words.title}>
            <SettingsSection title={words.address} hint={words.addressHint}>
              <Snippet label={words.copied(words.address)} code={mcpUrl} />
            </SettingsSection>
            {ASSISTANTS.map((assistant) => {
              const { name, hint } = words.assistants[assistant];
              return (
                <SettingsSection key={assistant} title={name} hint={hint}>
                  <Snippet label={words.copied(name)} code={snippetOf(assistant, mcpUrl)} />
                </SettingsSection>
              );
            })}
            <SettingsSection title={words.key} hint={words.keyHint}>
              <Snippet label={words.copied(words.key)} code="Authorization: Bearer $SVC_API_KEY" />
            </SettingsSection>
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <div className="w-full">
      <CodeBlock label={label} code={code} />
    </div>
  );
}
