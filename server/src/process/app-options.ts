// SPDX-License-Identifier: Apache-2.0
/** The parts and settings that the service is wired with: by a start, by tests and by measurements. */
import type { PlanChangeMode, PlanName } from '@svc/contract';
import type pg from 'pg';
import type { BotFrameworkAddresses } from '../decisions/chat/index.ts';
import type { ConnectionLimits } from '../doors/http/index.ts';
import type { McpAddresses } from '../doors/routes/index.ts';
import type { EgressOptions, TextRecords } from '../outgoing/egress/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type {
  ArchivePlace,
  DocsMode,
  OtlpSettings,
  SignUpMode,
  SmtpAddress,
  StripeSettings,
} from '../platform/config/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { Homes, RecorderOptions } from '../record/recorder/index.ts';
import type { DatabaseAddress } from '../storage/connections/index.ts';
import type { Task } from '../storage/jobs/index.ts';

export interface AppOptions {
  database: DatabaseAddress;
  /** Connections that it opens there at most; by default as many as it can use. */
  databaseConnections?: number;
  clock: Clock;
  /** The homes of organizations among the processes of this machine; without them this process records for all. */
  homes?: Homes | null;
  vault: Vault;
  logger: Logger;
  /** The public address; asked for late, since the port may be chosen when listening. */
  baseUrl: () => string;
  /** The MCP server's own address, and where keys that are used through it are seen from. */
  mcp?: Partial<McpAddresses>;
  /** CIDR ranges of proxies with a trusted X-Forwarded-For. */
  trustProxy: readonly string[];
  /** Non-public CIDR ranges that outgoing calls may reach. */
  egressAllow: readonly string[];
  eventsPerMinute: number;
  /** Who may make an account, and the plan of an organization that people make. */
  signup: SignUpMode;
  planDefault: PlanName;
  /** How owners change the plan; through the payment processor by default. */
  planChange?: PlanChangeMode;
  /** The payment processor; billing is off without it. */
  stripe?: StripeSettings | null;
  /** The place of archived audit entries; none by default. */
  auditArchive?: ArchivePlace | null;
  /** The collector of the operator; none by default. */
  otlp?: OtlpSettings | null;
  /** Keeps a demo organization; off by default. */
  demo?: boolean;
  connections: ConnectionLimits;
  /** The mail server; null keeps mail as files in the folder. */
  mail: { smtp: SmtpAddress | null; folder: string };
  /** Whose calls may reach this machine; and replacements of tests for the system's resolver and authorities. */
  egress?: Pick<EgressOptions, 'resolver' | 'ca' | 'loopbackFor'>;
  /** A replacement of tests for the name servers of TXT records. */
  textRecords?: TextRecords;
  /** A replacement of tests for Slack's Web API. */
  slackApi?: string;
  /** The same for Microsoft's services for bots. */
  teams?: BotFrameworkAddresses;
  recorder?: RecorderOptions;
  /** Another build of the web app than the usual one. */
  webFolder?: string;
  /** Whether `/docs` is the documentation of this build, nothing, or an address that it leads to. */
  docs?: DocsMode;
  /** The periodic tasks; by default those of the service. */
  tasks?: (pool: pg.Pool) => readonly Task[];
}
