// SPDX-License-Identifier: Apache-2.0
import { words as en } from './door-words-en.ts';

/** Names of products stay as they are. */
export const words: typeof en = {
  door: 'Canal',
  doors: {
    ...en.doors,
    API: 'API HTTP',
    HTTP_GATEWAY: 'Gateway HTTP',
    MCP_GATEWAY: 'Gateway MCP',
    MCP: 'Servidor MCP',
    SDK: 'Biblioteca cliente',
  },
};
