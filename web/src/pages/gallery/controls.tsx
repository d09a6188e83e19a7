// SPDX-License-Identifier: Apache-2.0
/** Buttons, fields, tags, notices: what stands in a page by itself. */
import { useState } from 'react';
import { Panel } from '../../detail/panel.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton, CopyIcon } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckField, SearchField, TextArea, TextField } from '../../ui/field.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Key, Tag } from '../../ui/tag.tsx';
import { Group } from './group.tsx';

const VARIANTS = ['solid', 'line', 'ghost', 'danger', 'danger-line'] as const;

export function ControlParts() {
  const [span, setSpan] = useState('30 d');
  return (
    <Panel title="Controls">
      {(['small', 'normal', 'large'] as const).map((size) => (
        <Group key={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} disabled>
            disabled
          </Button>
        </Group>
      ))}
      <Group>
        <HoldButton act="pause" onHeld={() => {}} />
        <CopyButton text="copied" />
        <CopyIcon text="copied" what="a word" />
        <Tag>Live</Tag>
        <Tag isDashed>Test</Tag>
        <Key>Ctrl</Key>
        <Key>K</Key>
        <Segment
          label="Span"
          value={span}
          choices={['24 h', '7 d', '30 d'].map((value) => ({ value, name: value }))}
          onChoose={setSpan}
        />
      </Group>
      <div className="grid max-w-3xl gap-4 py-2 md:grid-cols-2">
        <TextField label="Name" hint="As people know it" defaultValue="lead-scout" />
        <TextField label="Address" error="Enter an https address" defaultValue="invalid" />
        <TextField label="Key prefix" readOnly defaultValue="key_live_9tQmX2a" />
        <TextArea label="Note" defaultValue="Agreed with finance." />
        <CheckField label="Signs at once" hint="The present secret leaked" />
        <SearchField label="Search the gallery" placeholder="Id, agent or resource" />
      </div>
      <div className="flex flex-col gap-2">
        <Notice tone="success" what="Saved." />
        <Notice tone="information" what="Nothing new is unusual." remedy="The next scan comes in five minutes." />
        <Notice tone="problem" what="The list could not be loaded." remedy="Nothing was lost." />
      </div>
      <EmptyState title="No gateway call yet" text="Calls that agents send through the gateway appear here.">
        <Button size="small">Register a route</Button>
        <code>svc check --agent crm-sync</code>
      </EmptyState>
      <Skeleton rows={3} />
    </Panel>
  );
}
