// SPDX-License-Identifier: Apache-2.0
/** Tries an integration at a press. A message or a ticket that others would see is asked about first. */
import type { Integration, UpstreamCheck } from '@svc/contract';
import { lazy, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { UpstreamCheckPart, UpstreamFinding } from '../../registry/upstream-check.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { integrationsWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog<UpstreamCheck> })),
);

/** A message that arrives ends the note of an earlier failure. */
const READS = ['listIntegrations', 'readIntegration'] as const;

export function Trying({ integration: { id, kind, provider } }: { integration: Integration }) {
  const words = useWords(integrationsWords);
  const test = () => callApi('testIntegration', { params: { id } });
  const check = () => callApi('checkIntegration', { params: { id } });
  if (kind === 'HTTP')
    return <UpstreamCheckPart operation="checkIntegration" lead={words.checkLead.HTTP} check={check} />;
  const act = [words.testConnection, words.testing] as const;
  if (provider === 'INCOMING_WEBHOOK') {
    const lead = words.checkLead.INCOMING_WEBHOOK;
    return <UpstreamCheckPart operation="testIntegration" lead={lead} act={act} check={test} reads={READS} />;
  }
  const asked = kind === 'CHAT_WEBHOOK' ? (provider === 'TEAMS' ? provider : 'SLACK') : kind;
  const isKnown = kind === 'TICKET' && provider !== null;
  return (
    <UpstreamCheckPart
      operation="checkIntegration"
      lead={isKnown ? words.checkLead.KNOWN_TICKET : words.checkLead[asked]}
      act={act}
      check={check}
      more={<Writing asked={asked} test={test} />}
    />
  );
}

type Asked = 'SLACK' | 'TEAMS' | 'TICKET' | 'INCIDENT';

function Writing({ asked, test }: { asked: Asked; test(): Promise<UpstreamCheck> }) {
  const words = useWords(integrationsWords);
  const [found, setFound] = useState<UpstreamCheck | null>(null);
  return (
    <>
      <DialogButton
        type="button"
        dialog={(close) => (
          <ConfirmDialog
            title={words.writeTitle[asked]}
            text={words.writeText[asked]}
            act={words.write[asked]}
            variant="solid"
            onConfirm={test}
            reads={READS}
            onDone={(answer) => {
              setFound(answer);
              close();
            }}
            onClose={close}
          />
        )}
      >
        {words.write[asked]}
      </DialogButton>
      {found !== null && (
        <div className="basis-full">
          <UpstreamFinding found={found} />
        </div>
      )}
    </>
  );
}
