// SPDX-License-Identifier: Apache-2.0
/** The new key, this once, with a command that asks for a first decision. */
import type { ApiKey } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../language/word-set.ts';
import { firstStepsQuery } from '../../page/first-steps.ts';
import { registryWords } from '../../registry/words.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { useAddressesText, usePermissionsText } from './columns.tsx';
import { commandOf } from './command.ts';
import { apiKeysWords } from './words.ts';

export function KeyOnce({ made, onStored }: { made: ApiKey & { key: string }; onStored(): void }) {
  const words = useWords(apiKeysWords);
  const common = useWords(registryWords);
  const addressesText = useAddressesText();
  const permissionsText = usePermissionsText();
  const { data: steps } = useQuery(firstStepsQuery);
  const { name, kind, agent, permissions, allowedIps, key } = made;
  const facts = [
    [common.name, name, false],
    [words.kind, words.kinds[kind], false],
    [words.for, agent?.name ?? words.everyAgent, agent !== null],
    [words.may, permissionsText(permissions), false],
    [words.from, addressesText(allowedIps), allowedIps !== null],
  ] as const;
  return (
    <SecretOnce title={words.storeTitle} lead={words.storeText} label={words.one} secret={key} onStored={onStored}>
      <dl className="grid grid-cols-3 gap-4 max-md:grid-cols-2">
        {facts.map(([term, text, isName]) => (
          <div key={term} className="min-w-0">
            <dt className="text-micro font-medium text-ink-3">{term}</dt>
            <dd className={`truncate ${isName ? 'font-mono' : ''}`} title={text}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {permissions.includes('decide') && (
        <section aria-label={words.firstDecision} className="flex flex-col gap-2">
          <h3 className="font-semibold">{words.firstDecision}</h3>
          <CodeBlock
            label={common.command}
            code={commandOf({ bound: agent?.name ?? null, agent: steps?.agent, resource: steps?.resource?.name })}
          />
          {agent !== null && <p className="text-meta text-ink-3">{words.boundHint(agent.name)}</p>}
        </section>
      )}
    </SecretOnce>
  );
}
