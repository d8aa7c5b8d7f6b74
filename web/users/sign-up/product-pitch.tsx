const steps = [
  { title: 'Find backlinks', text: 'Start from a keyword and get pages that link to sites like yours.' },
  { title: 'Screen backlinks', text: 'See each page as it looks and keep what fits.' },
  { title: 'Find contacts', text: 'Get the author or the team, with verified emails, as a CSV.' },
] as const;

/** What Zeus does, beside the login form on wide screens. */
export function ProductPitch() {
  return (
    <section aria-label="What Zeus does" className="hidden lg:block">
      <p className="text-5xl leading-[1.1] font-extrabold tracking-tight text-balance">
        Pages worth a link, and the <span className="marked">people behind them</span>.
      </p>
      <ol className="mt-12 space-y-7">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-5">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary font-bold text-primary-content">
              {index + 1}
            </span>
            <div className="max-w-sm">
              <p className="text-lg font-bold">{title}</p>
              <p className="text-base-content/75">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
