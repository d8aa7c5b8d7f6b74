import { type ReactNode, useEffect, useId, useRef } from 'react';

interface AccountSectionProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** One setting of an account: its description on the left, the form on the right. */
export function AccountSection({ title, intro, children }: AccountSectionProps) {
  const titleId = useId();
  const { heading, ...watch } = useKeptFocus();
  return (
    <section aria-labelledby={titleId} {...watch} className="grid gap-x-10 gap-y-5 p-6 sm:p-8 md:grid-cols-[1fr_24rem]">
      <div>
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
          {title}
        </h2>
        <div className="mt-1 max-w-md text-pretty text-base-content/75">{intro}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A closed form loses the focus: the title then gets it. */
function useKeptFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) heading.current?.focus();
  });
  const onFocus = () => {
    isInside.current = true;
  };
  const onBlur = () => {
    isInside.current = false;
  };
  return { heading, onFocus, onBlur };
}
