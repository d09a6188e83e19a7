// SPDX-License-Identifier: Apache-2.0
/** The one polite live region of the app: what changes out of sight is said here. */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const Context = createContext<(text: string) => void>(() => {});

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const announce = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  return (
    <Context value={announce}>
      {children}
      <div role="status" className="sr-only">
        {/* A new element for each: the same sentence twice is said twice. */}
        <span key={said.turn}>{said.text}</span>
      </div>
    </Context>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(Context);
}
