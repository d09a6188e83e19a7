/** A secret that is shown once, with the ways to take it along. */
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

interface SecretShownProps {
  secret: string;
  titleId: string;
  onDone(): void;
}

export function SecretShown({ secret, titleId, onDone }: SecretShownProps) {
  const { webhooks: labels } = useLanguage().messages;
  const announce = useAnnounce();
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<string>();
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    field.current?.select();
    // A browser may have no clipboard for this page, or may not let it be used.
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(secret).then(() => true)).catch(() => false);
    const text = isCopied === true ? labels.copied : labels.notCopied;
    setTold(text);
    announce(text);
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 id={titleId} className="text-lg font-semibold">
          {labels.secretTitle}
        </h2>
        <p className="mt-1 text-muted">{labels.secretText}</p>
      </div>
      <TextField ref={field} label={labels.secret} hint={told} value={secret} readOnly spellCheck={false} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {labels.copy}
        </Button>
        <Button look="primary" onClick={onDone}>
          {labels.done}
        </Button>
      </div>
    </div>
  );
}
