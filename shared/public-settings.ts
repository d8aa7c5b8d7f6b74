// What the server tells the browser about itself. Embedded in the page as a meta element, so that nothing waits for it.
export interface PublicSettings {
  /** The support email. */
  supportEmail: string;
  /** Whether emails are stored at /mailbox instead of being sent; never in production. */
  mailbox: boolean;
  /** Whether Zeus works on the practice web instead of the real one. */
  practice: boolean;
  /** Whether a source states the search traffic of pages; otherwise a minimum cannot be applied. */
  traffic: boolean;
  /** Whether a search service is set up that searches by country and language. */
  places: boolean;
  /** Whether search results can be limited to any range of days, or only to the last day, week, month or year; null: neither. */
  dates: 'range' | 'period' | null;
  /** The sources used in each step; left out if unknown, as when Vite serves the page. */
  sources?: SourcesInUse;
  services: BrowserServices;
}

/** Ids of sources in the order they are tried; source-names.ts has their names. */
export interface SourcesInUse {
  search: string[];
  backlinks: string[];
  magic: string[];
  metrics: string[];
  /** Partners asked for the emails of people, and for everyone at a site. */
  people: string[];
  domains: string[];
  /** Figures that none of them can state for pages in general. */
  unknown: ('ratings' | 'traffic' | 'trafficValue')[];
}

/** The outside services the browser talks to, each only if the operator has set its key. */
export interface BrowserServices {
  errors?: { key: string; endpoint: string };
  analytics?: { domain: string; endpoint: string };
  chat?: { id: string; host: string };
}

export const publicSettingsName = 'zeus-settings';
