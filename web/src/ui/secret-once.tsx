// SPDX-License-Identifier: Apache-2.0
/** A secret that is shown only once. Only a person who confirms having stored it can close the dialog. */
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { CheckField } from './field.tsx';
import { saveText } from './save-text.ts';

interface SecretOnceProps {
  title: string;
  /** The use of the secret. */
  lead: string;
  /** The name of the field. */
  label: string;
  /** Several stand one below the other, such as recovery codes. */
  secret: string | readonly string[];
  /** The name of a file with it; without one it is only copied. */
  fileName?: string;
  /** The box that frees the dialog, where “stored” says too little. */
  stored?: string;
  onStored(): void;
  /** The next step with the secret. */
  children?: ReactNode;
}

export function SecretOnce({ title, lead, label, secret, fileName, stored, onStored, children }: SecretOnceProps) {
  const { ui } = useLanguage().messages;
  const [isStored, setStored] = useState(false);
  const isOne = typeof secret === 'string';
  return (
    <Dialog
      title={title}
      lead={`${lead} ${isOne ? ui.secret.lead : ui.secret.leadOfSeveral}`}
      width="wide"
      isInsistent
      onClose={() => isStored && onStored()}
    >
      <DialogBody>
        {typeof secret === 'string' ? (
          <One label={label} secret={secret} />
        ) : (
          <Several label={label} secrets={secret} fileName={fileName} />
        )}
        {children}
      </DialogBody>
      <DialogFoot>
        <div className="grow">
          <CheckField
            label={stored ?? (isOne ? ui.secret.stored : ui.secret.storedSeveral)}
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
          />
        </div>
        <Button variant="solid" disabled={!isStored} onClick={onStored}>
          {ui.secret.done}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function One({ label, secret }: { label: string; secret: string }) {
  return (
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
  );
}

interface SeveralProps {
  label: string;
  secrets: readonly string[];
  fileName: string | undefined;
}

function Several({ label, secrets, fileName }: SeveralProps) {
  const { ui } = useLanguage().messages;
  const text = secrets.join('\n');
  return (
    <div className="overflow-hidden rounded-m border border-ink bg-sunken">
      <ol aria-label={label} className="grid grid-cols-2 gap-x-6 gap-y-1.5 px-4 py-3 font-mono">
        {secrets.map((secret) => (
          <li key={secret}>{secret}</li>
        ))}
      </ol>
      <div className="flex gap-2 border-t border-line p-2">
        <CopyButton text={text} />
        {fileName !== undefined && (
          <Button onClick={() => saveText(fileName, `${text}\n`)}>
            <Download aria-hidden className="size-4" />
            {ui.download}
          </Button>
        )}
      </div>
    </div>
  );
}
