// SPDX-License-Identifier: Apache-2.0
/** The registered tools of an MCP route, and a button that fills them. */
import type { McpRoute } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { DrawerPart } from '../../registry/record-drawer.tsx';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ToolNames } from './tool-names.tsx';
import { routesWords } from './words.ts';

const ToolsDialog = lazy(() => import('./tools-dialog.tsx'));

export function ToolsPart({ route }: { route: McpRoute }) {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  const { tools } = route;
  return (
    <DrawerPart title={words.tools}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          {tools === null ? words.notCompared : words.compared(format.number(tools.length), tools.length === 1)}
        </p>
        {tools !== null && tools.length > 0 && (
          <ToolNames label={words.toolNames} names={tools.map(({ name }) => name)} />
        )}
        <Can operation="updateMcpRoute">
          <DialogButton size="small" dialog={(close) => <ToolsDialog route={route} onClose={close} />}>
            {tools === null ? words.registerTools : words.changeTools}
          </DialogButton>
        </Can>
      </div>
    </DrawerPart>
  );
}
