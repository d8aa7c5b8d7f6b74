// What covers a page but isn't part of it: consent banners and newsletter windows. Known ones are hidden by name, so that no
// choice is made on anyone's behalf. The rest is judged by behavior (settle-page.ts): it stays in place, covers the page, and
// isn't the page.

/** The outermost elements of widely used consent tools and newsletter windows, and of their backdrops. */
export const knownBanners: readonly string[] = [
  // Consent: OneTrust, Cookiebot, Quantcast, Didomi, TrustArc, Usercentrics, Sourcepoint, Google, CookieYes, Complianz
  '#onetrust-consent-sdk',
  '#CybotCookiebotDialog',
  '#CybotCookiebotDialogBodyUnderlay',
  '.qc-cmp2-container',
  '#qc-cmp2-container',
  '#didomi-host',
  '#truste-consent-track',
  '.truste_overlay',
  '.truste_box_overlay',
  '#trustarc-banner-overlay',
  '#usercentrics-root',
  '#usercentrics-cmp-ui',
  '[id^="sp_message_container_"]',
  '.fc-consent-root',
  '.cky-consent-container',
  '.cky-overlay',
  '.cmplz-cookiebanner',
  // Iubenda, Osano, Termly, Borlabs, Klaro, Cookie-Script, Axeptio, tarteaucitron, Cookie Information, Civic, Ketch
  '#iubenda-cs-banner',
  '.osano-cm-window',
  '.cc-window.cc-banner',
  '.cc-window.cc-floating',
  '#termly-code-snippet-support',
  '#BorlabsCookieBox',
  '.klaro .cookie-notice',
  '.klaro .cookie-modal',
  '#cookiescript_injected',
  '#cookiescript_injected_wrapper',
  '#axeptio_overlay',
  '#tarteaucitronRoot',
  '#coiOverlay',
  '#ccc',
  '#lanyard_root',
  // WordPress, HubSpot, Shopify, Squarespace, Wix, Yahoo, CCM19, consentmanager, Cookie Control
  '#cookie-law-info-bar',
  '.cli-modal-backdrop',
  '#cookie-notice',
  '#moove_gdpr_cookie_info_bar',
  '#gdpr-cookie-consent-bar',
  '#catapult-cookie-bar',
  '#hs-eu-cookie-confirmation',
  '#hs-banner-parent',
  '#shopify-pc__banner',
  '.sqs-cookie-banner-v2',
  '[data-hook="consent-banner-root"]',
  '#consent-page',
  '.ccm-root',
  '#cmpbox',
  '#cmpbox2',
  '#cmpwrapper',
  '#eu-cookie-law',
  '#cookieConsent',
  '#cookie-consent',
  '#cookie-banner',
  '.cookie-banner',
  '.cookie-consent',
  '.gdpr-banner',
  // Newsletters and offers: Mailchimp, Klaviyo, OptinMonster, Sumo, Privy, Justuno, Hello Bar, Wisepops, Substack, Sleeknote
  '.mc-modal',
  '.mc-modal-bg',
  '#PopupSignupForm_0',
  '.kl-private-reset-css-Xuajs1',
  '[data-testid="klaviyo-form-POPUP"]',
  '.om-popup',
  '[id^="om-"].Campaign--popup',
  '.sumome-react-wysiwyg-popup-container',
  '.sumo-form-wrapper',
  '#privy-container',
  '#juapp-popup',
  '#hellobar-modal',
  '.wisepops-root',
  '.wisepops-overlay',
  '.subscribe-dialog',
  '#sleeknote-form',
  '.pum-overlay',
  '.elementor-popup-modal',
  '.newsletter-popup',
  '.newsletter-modal',
  '#newsletter-popup',
];

/** Labels of buttons that close a window or decline; clicked before anything unknown is hidden. */
export const closingWords =
  '^(?:[×✕✖✗xX]|close(?: (?:this )?(?:dialog|modal|window|popup|banner))?|dismiss|no,? thanks?.*|not now|maybe later|skip|(?:reject|decline|refuse|deny)(?: all| optional| cookies| all cookies)?|(?:only )?(?:necessary|essential)(?: cookies)?(?: only)?|continue without.*|alle ablehnen|ablehnen|nur notwendige.*|schließen|nein,? danke|tout refuser|refuser|continuer sans accepter|fermer|non,? merci|rechazar(?: todo)?|cerrar|no,? gracias|rifiuta(?: tutto)?|chiudi|weigeren|sluiten|afwijzen|recusar|fechar|odrzuć|zamknij|avvisa|stäng)$';

/** A small fixed bar is also hidden if it mentions these. */
export const consentWords =
  'cookies?\\b|\\bconsent\\b|\\bGDPR\\b|\\bRGPD\\b|DSGVO|privacy (?:policy|settings|preferences)|Datenschutz|confidentialité|privacidad';
