// Words that distinguish a person's name from anything else in the place of a name.
const words = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** No person's name contains one of these. */
export const NEVER_IN_NAME = words(`
team staff editorial editor editors editors' redaktion redaktionen redazione redacción redaccion rédaction redaction redação redacao redactie
redakcja redakce redakcia toimitus szerkesztőség redakcija редакция редакції admin administrator administrador webmaster moderator support
author authors autor autoren autores auteur autore verfasser contributor contributors contributing guest reporter reporters correspondent
correspondents journalist journalists columnist writer writers blogger bloggers publisher published posted updated written reviewed
reviewer medically fact-checked checked edited translated photo photos photography photographer image images video videos credit credits
news nachrichten noticias magazine magazin network networks media group gmbh inc inc. llc ltd ltd. corp corporation company companies limited pty
blog blogs website site web online digital agency agentur foundation institute institut university universität college department ministry
association society council committee commission bureau desk office service services solutions systems software technologies technology
marketing communications consulting partners associates studio studios productions entertainment academy
home about contact login logout register subscribe newsletter share tweet follow comment comments reply read more view all menu search
privacy policy terms conditions cookie cookies copyright rights reserved click here continue next previous back top
january february march july september october november december januar februar märz juni juli oktober dezember
janvier février mars juin juillet août septembre octobre novembre décembre enero febrero marzo junio agosto septiembre
octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre monday tuesday wednesday thursday friday
saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag minutes minute min mins hours ago days uhr
the this that these those and or with from for your our my their you we they how what why when where which who
mehr artikel weitere alle beitrag beiträge von aus über zum zur im am um zu kommentieren
recipe recipes food foods kitchen cooking cuisine travel guide guides tips review reviews article articles story stories post posts page pages
category categories tags tag topics topic archives archive latest featured popular related series podcast episode
unknown anonymous anonymus n/a none null undefined user username member members customer verified buyer anonyme anonym various multiple
official global international national local daily weekly monthly today wire ap afp reuters dpa apa sda ansa efe upi pti ani xinhua
manager director president ceo cto cfo founder co-founder cofounder chief officer head senior junior assistant associate professor lecturer specialist
expert analyst consultant coach trainer nutritionist dietitian dermatologist engineer developer designer strategist producer freelance freelancer
redakteur redakteurin chefredakteur mitarbeiter autorin journalistin journaliste giornalista redattore redactora periodista rédacteur rédactrice
quelle source foto fotos bild text texte von par por
llp plc ag kg se co co. sa spa srl bv nv ab oy as
free shipping price prices shop store cart buy sale product products
profile biography bio email e-mail phone address contributors' advertisement sponsored
section press-release statement today's yesterday's url trackback rss faq pdf length difficulty course servings collected keine kein
redactor redactora redactores redattrice hoofdredacteur redacteur redaktor redaktorka dziennikarz dziennikarka журналист редактор корреспондент
автор перевод фото источник комментарии übersetzung übersetzer übersetzerin übersetzt traduction traducteur traductrice traduit traducción
traductor traductora traducido tradução tradutor tradutora traduzione traduttore traduttrice vertaling vertaald vertaler tłumaczenie tłumacz
translation translator translators projektleiter projektleiterin geschäftsführer geschäftsführerin pressesprecher pressesprecherin
leiterin inhaber inhaberin gründer gründerin directeur directrice fondateur fondatrice gérant fundador fundadora direttore direttrice
fondatore diretor diretora oprichter eigenaar założyciel założycielka dyrektor директор основатель regulations compliance
publié publicado pubblicato gepubliceerd opublikowano опубликовано posté mis jour aktualisiert veröffentlicht apply tools download downloads gear wireless
section getty shutterstock istock unsplash pexels imago flickr wikimedia alamy
`);

/** Words for organizations and things that are also surnames: doubtful unless a known given name comes first. */
export const SOFT_WORDS = words(`
press post times journal herald tribune chronicle observer star sun mail mirror guardian standard express digest review weekly week
church bank banks club house home homes school center centre hospital health medical dental clinic law legal firm hotel resort park garden
gardens farm farms bakery cafe restaurant bar beauty fashion style life living love mom mama dad family kids baby pets dog cat golf sport sports
football fitness yoga wellness green blue red black white gold silver big little good great best new old american british german french
european canadian australian london york paris berlin city state states united world earth space science tech data cloud mobile app
games game gaming music film films movie movies art arts books book library energy solar auto car cars bike finance money invest business
street lane road valley hills mountain river lake ocean beach island lab labs works collective project projects team-member insider outdoors
design creative brand brands hub point zone spot source direct express plus pro academy council trust union alliance federation
government police army institute research
`);

/** Particles of family names, which may be lower case. */
export const PARTICLES = words(`
de da do dos das los las di del della delle dei degli dello du des la le les van von vom vander vande der den het ter ten te tot zu zum zur af av
al el bin ibn ben bint abu y e i und st st. san santa mac mc o' d' l' in 't ’t
`);

export const HONORIFIC =
  /^(?:dr|prof|professor|mr|mrs|ms|mx|miss|sir|dame|lord|lady|rev|reverend|fr|father|sister|pastor|rabbi|imam|chef|capt|captain|col|gen|lt|sgt|hon|ing|dipl|mag|dott|dra|sra|sr|don|doña|frau|herr|hr|mme|mlle|m|dipl\.-ing|hc|h\.c|med|phil|rer|nat|jur|pd|ph|univ)\.?$/i;

export const SUFFIX = /^(?:jr|sr|ii|iii|iv|v|esq|filho|neto|júnior)\.?$/i;

/** Degrees and professional titles after a name. */
export const CREDENTIAL =
  /^(?:ph\.?\s?d|m\.?d|d\.?o|m\.?s|m\.?a|b\.?a|b\.?s|b\.?sc|m\.?sc|m\.?b\.?a|r\.?d\.?n?|l\.?d\.?n?|r\.?n|c\.?p\.?a|cfp®?|cepf®?|cfa|c\.?s\.?c\.?s|cpt|fand|j\.?d|esq|ed\.?d|m\.?p\.?h|m\.?ed|lcsw|lmft|lpc|pharm\.?d|dvm|dpt|cissp|pmp|vmd|faclm|psy\.?d|fnp|pa-c|msw|bsn|msn|dds|dmd|mph|ma|ms|ba|bs|llb|llm|frcs|mbbs|cdces|ccc-slp|cnm|aprn|cns|ace|nasm|lac|ibclc|ea|cfre|shrm-cp|phr|sphr)\.?$/i;

/** Month names that are given names too: a name can start with one, but a date is not a name. */
export const MONTH_NAMES = words('april june august avril mai may julio abril augusto');

/** A date that ends a text, from the name of its month on. */
export const DATE_TAIL =
  /[\s,]+(?:(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?(?:jan(?:uar[yi]?|vier)?|feb(?:ruar[yi]?)?|février|mar(?:ch|s|zo)?|märz|apr(?:il|ile)?|avril|abril|ma[iy]|mayo|maggio|jun[ei]?|juin|junio|jul[yi]?|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|iembre|tembre)?|o[ck]t(?:ober|ubre|obre)?|nov(?:ember|iembre|embre)?|de[cz](?:ember|embre)?|diciembre)\.?,?\s*\d.*$/i;

/** Someone with another part in the work, named beside the author: 'Max Weber (photos)', '木下哲也 訳'. */
export const OTHER_PART =
  /[([（]\s*(?:trans(?:lator|l?\.|lation)?|translated|illustrat\p{L}*|photo\p{L}*|fotos?|bilder|bild|video|editor|ed\.|hg\.|hrsg\.?|übers\p{L}*|traduc\p{L}*|trad\.?|traduz\p{L}*|vert\.|tłum\.?|перевод\p{L}*|иллюстр\p{L}*)\s*[)\]）]|(?:監訳|翻訳|訳|监译|翻译|译|編集|編|编辑|编|監修|写真|撮影|摄影|イラスト|絵)\s*$/iu;

/** '著' after a Japanese or Chinese name says that this is the author. */
export const AUTHOR_SIGN = /\s*(?:著者|著|文|作|執筆|ほか|氏|さん)$/u;
