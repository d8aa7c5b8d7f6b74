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
  publicidad publicidade publicite pubblicita publicity anzeigen anzeigenabteilung mediadaten adverteren advertentie advertenties reklama ogloszenia
  sponsor sponsors sponsoring sponsorship commercial commerciale prensa imprensa stampa ufficiostampa pressestelle prasa pressa
  communication communications kommunikation comunicacion comunicacao comunicazione communicatie komunikacja
  verlag uitgeverij wydawnictwo publisher publishing publications digital production content podcast podcasts webredaktion onlineredaktion
  dsb rgpd dpd iod rodo lgpd datenschutzbeauftragter datenschutzbeauftragte privacidad privacidade confidentialite hosting hebergement
  administration administracion administracao administratie administracja amministrazione verkauf verkoop ventes vendas vendite
  klantenservice leserservice aboservice leserbriefe serviceclient soporte suporte assistenza obsluga
  buchhaltung comptabilite contabilidad contabilidade contabilita boekhouding ksiegowosc
  rrhh emploi recrutement empleo vagas vacatures stellen praca rekrutacja abonnement abonnements abbonamenti assinaturas suscripciones prenumerata
  direccion direzione direcao directie geschaeftsfuehrung secretaria secretariaat receptie recepcja recepcao
  toiawase otoiawase soudan eigyo kouhou saiyo saiyou henshu henshubu madoguchi kefu zhaopin bianji shangwu tougao
  redakciya redaktsiya redakcia priemnaya zakaz
  hallo ciao bonjour hola ask questions question talk connect letschat welcome studio crew everyone all staff company hq`.split(
    /\s+/,
  ),
);

/** Too short to say the same as part of a name: departments, languages and countries. */
const SHARED_ALONE = new Set('it qa ir cs rh de en es fr nl pl pt ru jp cn uk us eu'.split(' '));

const WEBMAIL =
  /^(?:gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|live|msn|aol|icloud|me|mac|gmx|web|t-online|freenet|protonmail|proton|pm|mail|yandex|ya|zoho|fastmail|hey|tutanota|tuta|mailbox|posteo|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|wp|o2|onet|interia|seznam|centrum|bluewin|btinternet|sky|comcast|verizon|att|cox|earthlink|sbcglobal|qq|163|126|sina|naver|daum|hanmail|rediffmail|uol|bol|terra)\.(?:com|net|org|de|fr|it|es|co\.uk|uk|ch|at|me|ru|pl|cz|com\.br|cn|co|in|ca|com\.au|eu|nl|se|dk|no|be|email|fm|io|jp|co\.jp)$/;

export function classifyAddress(address: string): AddressKind {
  const at = address.lastIndexOf('@');
  if (WEBMAIL.test(address.slice(at + 1))) return 'webmail';
  return isSharedMailbox(address.slice(0, at)) ? 'generic' : 'personal';
}

/** Whether the local part, in lower case, names a mailbox that several people read. */
export function isSharedMailbox(local: string): boolean {
  const words = local.split(/[._+-]/).filter((word) => word !== '');
  if (GENERIC.has(local) || GENERIC.has(words[0] ?? '') || SHARED_ALONE.has(local)) return true;
  // A number or two letters are a person's as well as a branch's: 'uk.sales', but 'jo' and 'al.bo'.
  const isNumber = (word: string) => /^\d+$/.test(word);
  return (
    words.every(isNumber) ||
    (words.some((word) => GENERIC.has(word)) &&
      words.every((word) => GENERIC.has(word) || word.length === 2 || isNumber(word)))
  );
}
