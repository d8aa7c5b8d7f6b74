// The kind of address: personal, a shared mailbox of the site, or one at a public email service.
import type { AddressKind } from './address.ts';

const GENERIC = new Set(
  `info contact hello hi hey mail email office support help helpdesk service services kontakt contacto contatto contatti contato kontakta
  sales team press presse media newsroom news editor editors editorial redaktion redaction redacao redaccion redazione redactie redakcja admin administrator
  webmaster postmaster hostmaster abuse privacy datenschutz dpo gdpr legal security jobs careers career hr bewerbung karriere recruiting
  marketing pr ads advertising advertise werbung partners partnerships partner affiliate affiliates business enquiries enquiry inquiries inquiry
  general reception booking bookings reservations reservation events event orders order shop store billing accounts accounting invoices invoice
  finance feedback tips newstips letters letter comments submissions submission subscribe subscriptions abo vertrieb service-team
  customerservice customercare customer care customers kundenservice kundendienst noreply no-reply donotreply newsletter web website internet online
  secretariat sekretariat buero biuro verwaltung post zentrale direction accueil recepcion segreteria comercial ventas ayuda atendimento redaktionen
  corrections ombudsman opinion oped guest guestpost guestposts pitch pitches pitching stories story community members membership social
  hallo ciao bonjour hola ask questions question talk connect letschat welcome studio crew everyone all staff company hq`.split(
    /\s+/,
  ),
);

const WEBMAIL =
  /^(?:gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|live|msn|aol|icloud|me|mac|gmx|web|t-online|freenet|protonmail|proton|pm|mail|yandex|ya|zoho|fastmail|hey|tutanota|tuta|mailbox|posteo|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|wp|o2|onet|interia|seznam|centrum|bluewin|btinternet|sky|comcast|verizon|att|cox|earthlink|sbcglobal|qq|163|126|sina|naver|daum|hanmail|rediffmail|uol|bol|terra)\.(?:com|net|org|de|fr|it|es|co\.uk|uk|ch|at|me|ru|pl|cz|com\.br|cn|co|in|ca|com\.au|eu|nl|se|dk|no|be|email|fm|io|jp|co\.jp)$/;

export function classifyAddress(address: string): AddressKind {
  const at = address.lastIndexOf('@');
  if (WEBMAIL.test(address.slice(at + 1))) return 'webmail';
  const words = address
    .slice(0, at)
    .split(/[._+-]/)
    .filter((word) => word !== '');
  const generic =
    GENERIC.has(address.slice(0, at)) || words.every((word) => GENERIC.has(word) || /^\d+$|^[a-z]{2}$/.test(word));
  return generic || GENERIC.has(words[0] ?? '') ? 'generic' : 'personal';
}
