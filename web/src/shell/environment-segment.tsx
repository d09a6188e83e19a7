// SPDX-License-Identifier: Apache-2.0
/** Live or sandbox, for the whole app. */
import { useLanguage } from '../language/index.tsx';
import { useChooseSandbox, useSandbox } from '../page/sandbox.ts';
import { Segment } from '../ui/segment.tsx';

export function EnvironmentSegment() {
  const { shell } = useLanguage().messages;
  const isSandbox = useSandbox();
  const choose = useChooseSandbox();
  const dot = isSandbox ? 'bg-ink-3' : 'bg-allow-fill';
  return (
    <Segment
      label={shell.environment}
      value={isSandbox ? 'sandbox' : 'live'}
      choices={[
        { value: 'live', name: <Named shape={`rounded-full ${dot}`} name={shell.live} /> },
        {
          value: 'sandbox',
          name: <Named shape="rounded-full border border-dashed border-current" name={shell.sandbox} />,
        },
      ]}
      onChoose={(value) => choose(value === 'sandbox')}
    />
  );
}

function Named({ shape, name }: { shape: string; name: string }) {
  return (
    <>
      <span aria-hidden className={`size-1.5 ${shape}`} />
      {name}
    </>
  );
}
