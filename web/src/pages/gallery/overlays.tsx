// SPDX-License-Identifier: Apache-2.0
/** Overlays: each opens at the press of its button. */
import { type ReactNode, useState } from 'react';
import { Panel } from '../../detail/panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ActsMenu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Group } from './group.tsx';

const AGENTS = ['billing-agent', 'crm-sync', 'lead-scout', 'support-copilot'];
const OUTCOMES = [
  { value: 'ALLOW', name: 'Allowed' },
  { value: 'BLOCK', name: 'Blocked' },
];

export function OverlayParts() {
  const [agent, setAgent] = useState<string | null>(null);
  const [outcome, setOutcome] = useState('ALLOW');
  const rename = { name: 'Rename', run: () => showToast({ title: 'Renamed' }) };
  return (
    <Panel title="Overlays">
      <Group>
        <Opens name="Confirm">{(close) => <Confirm onClose={close} />}</Opens>
        <Opens name="Confirm by name">{(close) => <Confirm by={{ typing: 'Acme' }} onClose={close} />}</Opens>
        <Opens name="Confirm by holding">{(close) => <Confirm by="hold" onClose={close} />}</Opens>
        <Opens name="Form">{(close) => <Form onClose={close} />}</Opens>
        <Opens name="Secret">
          {(close) => (
            <SecretOnce title="Store this key now" lead="It signs." label="Key" secret="key_live_x" onStored={close} />
          )}
        </Opens>
        <Button onClick={() => showToast({ title: 'Denied: e-mail 40 records', act: { name: 'Open', run() {} } })}>
          Toast
        </Button>
        <ActsMenu label="Acts on crm-sync" acts={[rename, { name: 'Pause', isDangerous: true, run() {} }]} />
        <Popover title="About the limit" trigger="Popover" triggerClass="underline">
          <p className="p-2.5">From 60 a person is asked.</p>
        </Popover>
        <Tooltip text="Copies the id">
          <Button>Copies the id</Button>
        </Tooltip>
      </Group>
      <div className="grid max-w-xl gap-4 py-2 md:grid-cols-2">
        <Select label="Outcome" value={outcome} choices={OUTCOMES} onChoose={setOutcome} />
        <Combobox label="Agent" value={agent} choices={AGENTS} none="No such agent" onChoose={setAgent} />
      </div>
      <Tabs
        label="Parts of a policy"
        tabs={[
          { id: 'form', name: 'Form', content: <p className="py-3">The form</p> },
          { id: 'tests', name: 'Tests', content: <p className="py-3">Four tests</p> },
        ]}
      />
    </Panel>
  );
}

function Opens({ name, children }: { name: string; children(close: () => void): ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function Confirm({ by = 'press', onClose }: { by?: 'press' | 'hold' | { typing: string }; onClose(): void }) {
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      text="Nothing more is sent to it."
      act="delete it"
      by={by}
      onConfirm={async () => onClose()}
      onClose={onClose}
    />
  );
}

function Form({ onClose }: { onClose(): void }) {
  return (
    <FormDialog
      title="Register an agent"
      act="Register"
      fields={[{ name: 'name', label: 'Name', missing: 'Enter the name.' }]}
      values={{ name: '' }}
      onSend={() => Promise.resolve()}
      onSent={onClose}
      onClose={onClose}
    />
  );
}
