import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { FocusedText } from '../../ui/focused-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { describeAuthError } from '../auth-problems.ts';
import { type Account, accountQuery } from './account.api.ts';
import { AccountSection } from './account-section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { beginEnrollment, type Enrollment, makeRecoveryCodes, turnTwoFactorOff } from './two-factor.api.ts';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

type Step = { name: 'idle' } | { name: 'set-up'; enrollment: Enrollment } | { name: 'codes'; codes: string[] };

const idle: Step = { name: 'idle' };

export function TwoFactorSection({ account: { hasTwoFactor } }: { account: Account }) {
  const [step, setStep] = useState<Step>(idle);
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries(accountQuery);
  const begin = async () => {
    const { value: enrollment, error } = await beginEnrollment();
    setProblem(error && describeAuthError(error));
    if (enrollment) setStep({ name: 'set-up', enrollment });
  };
  const showCodes = async () => {
    const { value: codes, error } = await makeRecoveryCodes();
    setProblem(error && describeAuthError(error));
    setStep(codes ? { name: 'codes', codes } : idle);
    await reload();
  };
  const turnOff = async () => {
    const error = await turnTwoFactorOff();
    setProblem(error && describeAuthError(error));
    setStep(idle);
    await reload();
  };
  return (
    <AccountSection
      title="Two-factor authentication"
      intro="When you log in, you also enter a code from an authenticator app on your phone."
    >
      {problem && <Banner tone="error">{problem}</Banner>}
      {step.name === 'set-up' && (
        <TwoFactorSetUp enrollment={step.enrollment} onDone={showCodes} onCancel={() => setStep(idle)} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={() => setStep(idle)} />}
      {step.name === 'idle' && (hasTwoFactor ? <On onNewCodes={showCodes} onOff={turnOff} /> : <Off onBegin={begin} />)}
    </AccountSection>
  );
}

function Off({ onBegin }: { onBegin: () => Promise<void> }) {
  return (
    <>
      <p role="status" className="mb-4">
        Two-factor authentication is off.
      </p>
      <BusyButton label="Turn on" onPress={onBegin} />
    </>
  );
}

function On({ onNewCodes, onOff }: { onNewCodes: () => Promise<void>; onOff: () => Promise<void> }) {
  const [asked, setAsked] = useState<'codes' | 'off' | null>(null);
  const cancel = (label: string) => (
    <button type="button" className="btn btn-plain h-11" onClick={() => setAsked(null)}>
      {label}
    </button>
  );
  return (
    <>
      <p role="status" className="mb-4 font-semibold text-success">
        Two-factor authentication is on.
      </p>
      {asked && (
        <div className="mb-4">
          <FocusedText key={asked}>
            {asked === 'off'
              ? 'You will then log in without a code.'
              : 'The recovery codes you have saved will stop working.'}
          </FocusedText>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {asked === 'off' && (
          <>
            <BusyButton label="Turn off now" onPress={onOff} />
            {cancel('Keep it on')}
          </>
        )}
        {asked === 'codes' && (
          <>
            <BusyButton label="Replace them now" onPress={onNewCodes} />
            {cancel('Keep the old codes')}
          </>
        )}
        {asked === null && (
          <>
            <button type="button" className="btn btn-plain h-11" onClick={() => setAsked('codes')}>
              Create new recovery codes
            </button>
            <button type="button" className="btn btn-plain h-11" onClick={() => setAsked('off')}>
              Turn off
            </button>
          </>
        )}
      </div>
    </>
  );
}

function BusyButton({ label, onPress }: { label: string; onPress: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const handleClick = async () => {
    if (isBusy) return;
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <button type="button" className="btn btn-plain h-11" aria-disabled={isBusy} onClick={handleClick}>
      {isBusy && <Spinner />}
      {label}
    </button>
  );
}
