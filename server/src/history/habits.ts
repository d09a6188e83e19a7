/** The calls of the organization's agents: each keeps to few habits, and now and then does what is stopped. */
import type { Destination, EventAction } from '@svc/contract';
import type { Random } from './random.ts';

export interface PastCall {
  agent: string;
  action: EventAction;
  resource: string;
  destination?: Destination;
  recordsAffected: number;
  /** It is scanned and forgotten, as always. */
  content?: string;
}

interface Habit extends Omit<PastCall, 'recordsAffected' | 'content'> {
  /** How often, beside the others. */
  weight: number;
  recordsMax: number;
  contents?: readonly string[];
}

const TICKETS = [
  'The invoice of March was paid twice, please refund one of them.',
  'O boleto venceu ontem, podem mandar a segunda via?',
  'Meu CPF é 529.982.247-25 e o cadastro está com o endereço antigo.',
  'Call me back at (11) 98765-4321 after six.',
];

const HABITS: readonly Habit[] = [
  { agent: 'support-copilot', action: 'READ_DATA', resource: 'tickets', weight: 90, recordsMax: 5, contents: TICKETS },
  { agent: 'support-copilot', action: 'WRITE_DATA', resource: 'tickets', weight: 60, recordsMax: 1, contents: TICKETS },
  mails('support-copilot', 'tickets', 40),
  { agent: 'crm-sync', action: 'READ_DATA', resource: 'customers', weight: 80, recordsMax: 40 },
  { agent: 'crm-sync', action: 'WRITE_DATA', resource: 'customers', weight: 30, recordsMax: 10 },
  { agent: 'billing-bot', action: 'READ_DATA', resource: 'invoices', weight: 50, recordsMax: 30 },
  mails('billing-bot', 'invoices', 30),
  { agent: 'data-analyst', action: 'READ_DATA', resource: 'price-list', weight: 40, recordsMax: 200 },
  { agent: 'data-analyst', action: 'EXPORT_DATA', resource: 'invoices', weight: 10, recordsMax: 900 },
  { agent: 'hr-assistant', action: 'READ_DATA', resource: 'payroll', weight: 20, recordsMax: 3 },
  // These are stopped: by a policy, by the agent's permissions, or for a person to answer.
  { ...leaving('crm-sync', 'customers'), weight: 3, recordsMax: 400 },
  { ...leaving('hr-assistant', 'payroll'), weight: 1, recordsMax: 20 },
  { agent: 'crm-sync', action: 'DELETE_DATA', resource: 'customers', weight: 1, recordsMax: 3 },
  { agent: 'data-analyst', action: 'WRITE_DATA', resource: 'contracts', weight: 1, recordsMax: 1 },
];
const DRAWN = HABITS.flatMap((habit) => Array.from({ length: habit.weight }, () => habit));

function mails(agent: string, resource: string, weight: number): Habit {
  return { agent, action: 'SEND_EMAIL', resource, destination: 'EXTERNAL_EMAIL', weight, recordsMax: 1 };
}

function leaving(agent: string, resource: string): Omit<PastCall, 'recordsAffected'> {
  return { agent, action: 'EXPORT_DATA', resource, destination: 'EXTERNAL_API' };
}

export function nextCall(random: Random): PastCall {
  const { weight: _, recordsMax, contents, ...call } = random.pick(DRAWN);
  const recordsAffected = random.between(1, recordsMax);
  return { ...call, recordsAffected, ...(contents !== undefined && { content: random.pick(contents) }) };
}

const HOUR_MS = 3_600_000;
/** São Paulo is three hours behind UTC all year. */
const ZONE_MS = -3 * HOUR_MS;
const SUNDAY = 0;
const SATURDAY = 6;

/** The moments of the calls of one day, in order: more on working days, in working hours, and later in the history. */
export function momentsOf(dayStartMs: number, growth: number, perDay: number, random: Random): number[] {
  const weekday = new Date(dayStartMs + ZONE_MS).getUTCDay();
  const isWorkingDay = weekday !== SATURDAY && weekday !== SUNDAY;
  const count = Math.round(
    perDay * (isWorkingDay ? 1.2 : 0.3) * (0.4 + 0.6 * growth) * (0.8 + random.between(0, 40) / 100),
  );
  const moments = Array.from({ length: count }, () => {
    const isWorkingHour = random.chance(isWorkingDay ? 0.9 : 0.5);
    const hour = isWorkingHour ? random.between(9, 17) : random.between(0, 23);
    return dayStartMs - ZONE_MS + hour * HOUR_MS + random.between(0, HOUR_MS - 1);
  });
  return moments.sort((one, other) => one - other);
}
