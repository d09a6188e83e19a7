/** One of a long list, found by typing: an agent, a resource. */
import { Combobox as Base } from '@base-ui/react/combobox';
import { CONTROL, Field } from './field.tsx';
import { FLOAT, FLOAT_ITEM } from './float.ts';

interface ComboboxProps {
  label: string;
  value: string | null;
  choices: readonly string[];
  /** Said when nothing matches. */
  none: string;
  onChoose(value: string | null): void;
}

export function Combobox({ label, value, choices, none, onChoose }: ComboboxProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <Base.Root items={choices} value={value} onValueChange={onChoose}>
          <Base.Input id={id} className={`${CONTROL} h-8 max-md:h-11`} />
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-40">
              <Base.Popup className={`${FLOAT} w-(--anchor-width)`}>
                <Base.Empty className="px-2.5 text-ink-3 not-empty:py-1.5">{none}</Base.Empty>
                <Base.List>
                  {(choice: string) => (
                    <Base.Item key={choice} value={choice} className={`${FLOAT_ITEM} font-mono`}>
                      {choice}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
