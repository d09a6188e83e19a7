// SPDX-License-Identifier: Apache-2.0

import type { Assistant } from './snippets.ts';

interface Of {
  name: string;
  hint: string;
}

export const words = {
  title: 'Connect an assistant',
  apps: 'Connected apps',
  address: 'Address',
  addressHint:
    'An assistant opens this address, sends you here to sign in, and asks what it may do. It gets no password.',
  copied: (name: string) => `${name}: text to copy`,
  key: 'With an API key',
  keyHint: 'A program without a person sends a key on every request instead, and has all seven tools.',
  assistants: {
    claudeCode: { name: 'Claude Code', hint: 'Run it in a terminal. Then enter /mcp in Claude Code, and sign in.' },
    claudeDesktop: {
      name: 'Claude',
      hint: 'In Claude, on the web or on the desktop: Settings, Connectors, Add custom connector. Paste the address.',
    },
    cursor: { name: 'Cursor', hint: 'In ~/.cursor/mcp.json. Cursor asks you to sign in.' },
    vsCode: { name: 'VS Code', hint: 'In .vscode/mcp.json. Press Start above the server, and sign in.' },
    codex: { name: 'Codex', hint: 'In ~/.codex/config.toml. Then run codex mcp login svc.' },
    other: { name: 'Another assistant', hint: 'Most take this form; ChatGPT takes the address alone.' },
  } satisfies Record<Assistant, Of> as Record<Assistant, Of>,
};
