// Which service or plugin a form belongs to: by the host that embeds it, or by the class that the plugin gives it.

/** Hosts whose forms are embedded in a frame or by a script. Any top-level domain, as the practice web has its own. */
const HOSTS: readonly (readonly [service: string, host: RegExp, path?: RegExp])[] = [
  ['Typeform', /(?:^|\.)typeform\.[a-z]+$/],
  ['Jotform', /(?:^|\.)jotform(?:eu|pro)?\.[a-z]+$/],
  ['HubSpot', /(?:^|\.)hsforms\.[a-z]+$/],
  ['Google Forms', /^docs\.google\.[a-z]+$/, /^\/forms\//],
  ['Google Forms', /^forms\.gle$/],
  ['Microsoft Forms', /^forms\.(?:office\.[a-z]+|microsoft\.com|cloud\.microsoft)$/],
  ['Tally', /(?:^|\.)tally\.so$/],
  ['Wufoo', /(?:^|\.)wufoo\.[a-z]+$/],
  ['Cognito Forms', /(?:^|\.)cognitoforms\.[a-z]+$/],
  ['Formstack', /(?:^|\.)formstack\.[a-z]+$/],
  ['Paperform', /(?:^|\.)paperform\.co$/],
  ['Zoho Forms', /^forms\.zoho(?:public)?\.[a-z]+$/],
  ['123FormBuilder', /(?:^|\.)123(?:formbuilder|contactform)\.[a-z]+$/],
  ['Airtable', /(?:^|\.)airtable\.com$/, /\/embed\/.*(?:form|shr)/],
  ['Fillout', /(?:^|\.)fillout\.[a-z]+$/],
  ['Pipedrive', /(?:^|\.)pipedrivewebforms\.[a-z]+$/],
  ['Smartsheet', /(?:^|\.)smartsheet\.[a-z]+$/, /\/form\//],
];

/** Plugins that create their form by a script in the page. */
const SCRIPTS: readonly (readonly [service: string, script: RegExp])[] = [
  ['HubSpot', /\bhbspt\.forms\.create\b/],
  ['Ninja Forms', /\bnfForms\b/],
];

const CLASSES: readonly (readonly [service: string, hint: RegExp])[] = [
  ['Contact Form 7', /(?:^|\s)wpcf7/],
  ['WPForms', /(?:^|\s)wpforms/],
  ['Gravity Forms', /(?:^|\s)gform(?:_|\s|$)/],
  ['Ninja Forms', /(?:^|\s)nf-form/],
  ['Fluent Forms', /fluent-?form/],
  ['Formidable Forms', /(?:^|\s)frm[-_]/],
  ['Forminator', /(?:^|\s)forminator/],
  ['Elementor', /(?:^|\s)elementor-form/],
  ['HubSpot', /(?:^|\s)hs-form/],
];

/** The service whose form is embedded by this frame or script. */
export function serviceOfEmbed(src: string, base: string): string | null {
  const url = URL.parse(src, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return HOSTS.find(([, host, path]) => host.test(url.hostname) && (path?.test(url.pathname) ?? true))?.[0] ?? null;
}

/** The plugin that builds its form in this script. */
export function serviceOfScript(script: string): string | null {
  return SCRIPTS.find(([, sign]) => sign.test(script))?.[0] ?? null;
}

/** The plugin whose class or id a form has. */
export function serviceOfHint(hint: string): string | null {
  return CLASSES.find(([, sign]) => sign.test(hint))?.[0] ?? null;
}
