#!/usr/bin/env node
// Claude Code goes ahead with a call when a hook ends with any code but 0 and 2: whatever fails here ends with 2.
try {
  const { runHook } = await import('../dist/claude-code/index.js');
  await runHook(process.argv.slice(2), process, process.env);
} catch (error) {
  process.stderr.write(`Not run: the svc hook failed (${error?.code ?? error?.name}).\n`);
  process.exitCode = 2;
}
