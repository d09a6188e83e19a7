/** One step: what it is for, and where it is taken. The step of the first decision has a panel of its own. */
import type { FirstSteps } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { useMay } from '../../session/may.tsx';
import { NAV_ITEMS } from '../../shell/nav-items.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FirstDecision } from './first-decision.tsx';
import { Panel } from './panel.tsx';
import type { StepId } from './steps.ts';
import { firstStepsWords } from './words.ts';

export function StepPanel({ id, steps }: { id: StepId; steps: FirstSteps }) {
  return id === 'decision' ? <FirstDecision steps={steps} /> : <Step id={id} />;
}

/** The places of the steps, as the sidebar has them. */
const WHERE: Readonly<Record<Exclude<StepId, 'decision'>, string>> = {
  agent: '/agents',
  resource: '/resources',
  apiKey: '/api-keys',
  policy: '/policies',
  people: '/members',
};

function Step({ id }: { id: Exclude<StepId, 'decision'> }) {
  const words = useWords(firstStepsWords);
  const mayChange = useMay()('createInvitation');
  const item = NAV_ITEMS.find(({ to }) => to === WHERE[id]);
  return (
    <Panel title={words.names[id]} text={words.texts[id]}>
      <div className="px-5 pb-5">
        {!mayChange && <p className="text-ink-2">{words.askAdmin}</p>}
        {mayChange && item !== undefined && (
          <Link to={item.to} search={{}} className={buttonClass('solid')}>
            {words.acts[id]}
          </Link>
        )}
      </div>
    </Panel>
  );
}
