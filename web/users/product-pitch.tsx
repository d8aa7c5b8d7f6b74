const steps = [
  { title: 'Find backlinks', text: 'Start from a keyword and get pages that link to sites like yours.' },
  { title: 'Screen backlinks', text: 'See a screenshot of each page and keep what fits.' },
  { title: 'Find contacts', text: 'Get the author or the team, with verified emails, as a CSV.' },
] as const;

/** What Zeus does, next to the login form on wide screens. */
export function ProductPitch() {
  return (
    <section aria-label="What Zeus does" className="hidden lg:block">
      <p className="text-4xl leading-[1.12] font-bold tracking-tight text-balance">
        Pages worth a link, and the people behind them.
      </p>
      <ol className="mt-10 space-y-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-8 shrink-0 place-items-center rounded-full border border-base-content/25 font-semibold">
              {index + 1}
            </span>
            <div className="max-w-sm">
              <p className="font-semibold">{title}</p>
              <p className="text-base-content/75">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
