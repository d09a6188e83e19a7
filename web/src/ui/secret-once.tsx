/** A secret that is shown only once. Only a person who confirms having stored it can close the dialog. */
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { CheckField } from './field.tsx';

interface SecretOnceProps {
  title: string;
  /** The use of the secret. */
  lead: string;
  /** The name of the field. */
  label: string;
  secret: string;
  onStored(): void;
  /** The next step with the secret. */
  children?: ReactNode;
}

export function SecretOnce({ title, lead, label, secret, onStored, children }: SecretOnceProps) {
  const { ui } = useLanguage().messages;
  const [isStored, setStored] = useState(false);
  return (
    <Dialog
      title={title}
      lead={`${lead} ${ui.secret.lead}`}
      width="wide"
      isInsistent
      onClose={() => isStored && onStored()}
    >
      <DialogBody>
        <div className="flex items-stretch overflow-hidden rounded-m border border-ink bg-sunken">
          <input
            readOnly
            aria-label={label}
            value={secret}
            onFocus={({ target }) => target.select()}
            className="h-10 min-w-0 grow bg-transparent px-3 font-mono text-body focus-visible:-outline-offset-2"
          />
          <div className="p-1 [&>button]:h-full">
            <CopyButton text={secret} />
          </div>
        </div>
        {children}
      </DialogBody>
      <DialogFoot>
        <div className="grow">
          <CheckField
            label={ui.secret.stored}
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
          />
        </div>
        <Button look="solid" disabled={!isStored} onClick={onStored}>
          {ui.secret.done}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
