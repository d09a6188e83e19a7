// SPDX-License-Identifier: Apache-2.0
/** The archive of audit entries that the configuration of a command names. */
import { createEgress } from '../../outgoing/egress/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { archivePlaceOf, type Config } from '../../platform/config/index.ts';
import { createCommandLogger } from '../../platform/logging/index.ts';
import { type Archive, openArchive } from '../../record/archive/index.ts';

export async function withArchive<Result>(config: Config, act: (archive: Archive) => Promise<Result>): Promise<Result> {
  const egress = createEgress({ allow: config.egressAllow });
  try {
    return await act(openArchive(archivePlaceOf(config), { clock: systemClock, egress, log: createCommandLogger() }));
  } finally {
    await egress.close();
  }
}
