// What a position means for outreach, in the languages the finder reads. Someone with two roles ("Founder & Editor") has the one
// that is more useful for outreach.

import type { ContactRole } from '../../../shared/outreach-values.ts';

const ROLES: readonly (readonly [role: ContactRole, words: RegExp])[] = [
  [
    'seo',
    /\bseo\b|search engine optimi|link[ -]?build|suchmaschinenopt|référencement|posicionamiento|posizionamento|zoekmachine|pozycjonowani|сео(?!\p{L})|поисков\p{L}+ (?:оптимизац|продвижен)|検索エンジン|搜索引擎|搜索优化/iu,
  ],
  [
    'editor',
    /\beditor|\bsub-?editor|\bpublisher\b|redakteur|redaktion|chefredakt|herausgeber|rédact(?:eur|rice)|rédaction|éditeur|éditrice|redactora?\b|redacción|editora?\b|redat+or|redazione|direttor(?:e|rice) responsabile|direct(?:eur|rice) de (?:la )?publication|redação|hoofdredact|eindredact|redacteur|redactrice|redactie|uitgever|redaktor|redakcj|naczeln|wydawc|редактор|редакц|издател|編集|編輯|编辑|主编|主編|总编|發行人|発行人/iu,
  ],
  [
    'content',
    /\bcontent\b|copy-?writer|\bwriter|\bauthors?\b|journalist|\breporter|blogger|columnist|correspondent|contributor|inhalte|verfasser|\bautor(?:in|a|e|es|ka|zy)?\b|\bauteurs?\b|autrice|journaliste|contenus?\b|contenidos?\b|contenuti|conteúdo|periodista|giornalista|jornalista|schrijver|tekstschrijver|dziennikar|treści|автор|журналист|корреспондент|копирайтер|контент|ライター|記者|コンテンツ|コラムニスト|记者|作者|撰稿|内容/iu,
  ],
  [
    'marketing',
    /marketing|marketer|\bgrowth\b|\bcommunications?\b|\bpr\b|public relations|\bpress\b|\bbrand\b|outreach|partnerships?\b|social media|community manager|kommunikation|öffentlichkeitsarbeit|pressesprech|\bpresse\b|relations publiques|comunicaci[oó]n|\bprensa\b|relaciones públicas|comunicazione|ufficio stampa|comunicação|assessor\p{L}* de imprensa|communicatie|komunikacj|rzeczni|маркет|реклам|пиар|связям с общественностью|пресс-|マーケティング|広報|宣伝|市场|市場|营销|行銷|公关|公關|推广|品牌/iu,
  ],
  [
    'founder',
    /founder|\bowner\b|proprietor|\bceo\b|chief executive|managing director|(?<!vice[ -])\bpresident\b|gründer|inhaber|geschäftsführ|eigentümer|fondat(?:eur|rice|ore)|gérant|propriétaire|\bpdg\b|direct(?:eur|rice) général|fundador|propietari|dueñ[oa]|director(?:a)? general|\btitular\b|titolare|amministrat(?:ore|rice) delegat|proprietári|proprietari|diretora? geral|oprichter|eigenaar|eigenares|algemeen directeur|założyciel|właściciel|prezes|dyrektor generaln|основател|владел|учредител|генеральный директор|創業者|創立者|代表|運営責任者|社長|オーナー|创始人|創始人|创办人|老板|首席执行官|总裁|总经理|負責人|负责人/iu,
  ],
];

/** Null if the position says nothing about outreach. */
export function roleOf(position: string | null | undefined): ContactRole | null {
  if (!position) return null;
  return ROLES.find(([, words]) => words.test(position))?.[0] ?? null;
}
