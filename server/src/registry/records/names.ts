/** The rules of names. Each returns the fault, as a phrase after the name of the field, or null. */
import { POLICY_RESOURCES, UUID_PATTERN } from '@svc/contract';

/** Text on one line, which people and logs read. */
export function lineFault(value: string): string | null {
  if (/\p{Cc}/u.test(value)) return 'must not hold line breaks or other control characters';
  return value === value.trim() ? null : 'must not begin or end with a space';
}

const UUID = new RegExp(UUID_PATTERN);

/** Callers give a name or an id in the same field. */
export function agentNameFault(value: string): string | null {
  return lineFault(value) ?? (UUID.test(value) ? 'must not look like a UUID: an id could be meant' : null);
}

/** A permission names a resource or a classification in the same field. */
export function resourceNameFault(value: string): string | null {
  const fault = agentNameFault(value);
  if (fault !== null) return fault;
  return (POLICY_RESOURCES as readonly string[]).includes(value)
    ? `must not be one of ${POLICY_RESOURCES.join(', ')}: the classification could be meant`
    : null;
}
