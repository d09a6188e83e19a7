// SPDX-License-Identifier: Apache-2.0

import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: 'Conectar um assistente',
  apps: 'Aplicativos conectados',
  address: 'Endereço',
  addressHint:
    'O assistente abre este endereço, traz você aqui para entrar e pergunta o que pode fazer. Não recebe senha.',
  copied: (name) => `${name}: texto para copiar`,
  key: 'Com uma chave de API',
  keyHint: 'Um programa sem pessoa envia uma chave em cada requisição e tem as sete ferramentas.',
  assistants: {
    claudeCode: { name: 'Claude Code', hint: 'Execute num terminal. Depois digite /mcp no Claude Code e entre.' },
    claudeDesktop: {
      name: 'Claude',
      hint:
        'No Claude, na web ou no computador: Configurações, Conectores, Adicionar conector personalizado. ' +
        'Cole o endereço.',
    },
    cursor: { name: 'Cursor', hint: 'Em ~/.cursor/mcp.json. O Cursor pede que você entre.' },
    vsCode: { name: 'VS Code', hint: 'Em .vscode/mcp.json. Clique em Start acima do servidor e entre.' },
    codex: { name: 'Codex', hint: 'Em ~/.codex/config.toml. Depois execute codex mcp login svc.' },
    other: { name: 'Outro assistente', hint: 'A maioria aceita esta forma; o ChatGPT pede só o endereço.' },
  },
};
