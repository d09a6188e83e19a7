// SPDX-License-Identifier: Apache-2.0
/** Copies what a machine names. That it was copied is said in place. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useAnnounce } from './announcer.tsx';
import { Button, IconButton } from './button.tsx';

const SAID_FOR_MS = 2_000;

function useCopy(text: string): { isCopied: boolean; copy(): void } {
  const { ui } = useLanguage().messages;
  const announce = useAnnounce();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce(ui.copied);
      },
      () => announce(ui.notCopied),
    );
  return { isCopied, copy };
}

/** @param what names it, for a reader of the screen */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { ui } = useLanguage().messages;
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? ui.copied : ui.copyOf(what)} onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
    </IconButton>
  );
}

export function CopyButton({ text, variant = 'solid' }: { text: string; variant?: 'solid' | 'line' }) {
  const { ui } = useLanguage().messages;
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant={variant} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      {isCopied ? ui.copied : ui.copy}
    </Button>
  );
}
