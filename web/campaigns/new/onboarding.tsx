// What new users see next to the first form: the three steps with a sentence each, and a greeting a moment later.
import { MessageCircle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { greetingDelayMs } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { greetInChat } from '../../platform/services/chat.ts';
import { settings } from '../../platform/settings.ts';
import { MailLink } from '../../ui/mail-link.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';

const steps = [
  ['Find backlinks', 'Enter a keyword. Zeus finds pages that may link to you.'],
  ['Screen backlinks', 'Look at each page once and keep the good ones.'],
  ['Find contacts', 'Zeus finds the people behind them and checks their emails.'],
] as const;

/** Replaces the progress steps, which would name the same three things again. */
export function IntroCard() {
  return (
    <section aria-labelledby="intro-title" className="card-surface mb-5 p-5">
      <h2 id="intro-title" className="font-semibold">
        Welcome to Zeus. Your first campaign takes three steps.
      </h2>
      <ol aria-label="Campaign progress" className="mt-3 grid gap-4 sm:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} aria-current={index === 0 ? 'step' : undefined}>
            <span className="flex gap-2.5">
              <span className="progress-number">{index + 1}</span>
              <span>
                <span className="block text-sm leading-5 font-semibold">{title}</span>
                <span className="text-sm text-base-content/75">{text}</span>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** In the chat if there is one; otherwise a card of our own. */
export function Greeting() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const greet = () =>
      setShown(!greetInChat('Hi! Welcome to Zeus. Write here if you need a hand with your first campaign.'));
    const timer = setTimeout(greet, greetingDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="greeting">
      {isShown && <GreetingCard onClose={() => setShown(false)} />}
    </div>
  );
}

function GreetingCard({ onClose }: { onClose: () => void }) {
  const place = useFocusBack<HTMLDivElement>();
  return (
    <div ref={place} className="card-surface flex items-start gap-3 p-4 shadow-xl">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-selected">
        <MessageCircle className="size-5" aria-hidden="true" />
      </span>
      <p className="text-sm">
        <strong className="block text-base">Hi! Welcome to Zeus.</strong>
        If you need a hand with your first campaign, see{' '}
        <Link to={paths.help()} className="text-link">
          Help
        </Link>{' '}
        or write to <MailLink address={settings.supportEmail} />.
      </p>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm -mt-1 -mr-1"
        aria-label="Close greeting"
        onClick={onClose}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
