import { type ReactNode, useId } from 'react';

interface AccountSectionProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** One thing that can be changed about an account: what it is on the left, the form on the right. */
export function AccountSection({ title, intro, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-x-10 gap-y-5 p-6 sm:p-8 md:grid-cols-[1fr_24rem]">
      <div>
        <h2 id={titleId} className="text-lg font-bold">
          {title}
        </h2>
        <div className="mt-1 max-w-md text-pretty text-base-content/75">{intro}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
