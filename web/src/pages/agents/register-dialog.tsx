// SPDX-License-Identifier: Apache-2.0
/** A new agent, or why the plan has no room for one. */
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import AgentDialog from './agent-dialog.tsx';
import { agentsWords } from './words.ts';

export default function RegisterDialog({ onClose }: { onClose(): void }) {
  const { format, messages } = useLanguage();
  const words = useWords(agentsWords);
  const { data } = useQuery(readOf('listAgents', { query: { limit: '1' } }));
  if (data === undefined) return null;
  const { registered, agentsMax } = data;
  if (agentsMax === null || registered < agentsMax) return <AgentDialog agent={null} onClose={onClose} />;
  return (
    <Dialog
      title={words.limitTitle}
      lead={words.limitText(format.number(registered), format.number(agentsMax))}
      onClose={onClose}
    >
      <div className="h-5" />
      <DialogFoot>
        <Button onClick={onClose}>{messages.ui.close}</Button>
      </DialogFoot>
    </Dialog>
  );
}
