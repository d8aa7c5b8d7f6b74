// What the build uses although a supported browser lacks it, and why that is fine. An unused line fails the check too.
export const exceptions: Readonly<Record<string, string>> = {
  // The box is an ordinary one then: web/ui/overlay renders it only while it is shown, with a z-index.
  popover: 'ui/overlay and ui/toast',

  // Our own names or those of a package, as their first use shows.
  anchor: 'a property of ours, the text of a link',
  login: 'a function of ours: the address of the page',
  contacts: 'a function of ours: the address of the page',
  is: 'React passes the attribute on; nothing of ours has it',
  use: 'React.use',
  startViewTransition: 'React and the router, for view transitions, which nothing of ours asks for',
  ':view-transition': 'React, the same',
  ':view-transition-group': 'React, the same',
  ':popover-open': 'daisyUI, for popovers that look like dialogs; ours are dialog elements',

  // Without it there is a small difference that stops no one.
  autocapitalize: 'a hint for keyboards on screens',
  '@starting-style': 'a dialog appears at once',
  'animation-timeline': 'the shadow beside a wide table stays',
  'scroll()': 'the same',
  'forced-color-adjust': 'Safari, which has no forced colors to adjust to',
  resize: 'a text area keeps its height on a phone',
  'scrollbar-color': 'scroll bars look as everywhere',
  'scrollbar-gutter': 'the page moves by the width of the scroll bar when a dialog opens',
  'text-wrap': 'headings break less evenly',
  ':selection': 'selected text has the color of the system',

  // Safari has it with a prefix, which the build adds.
  'user-select': '-webkit-user-select',
};
