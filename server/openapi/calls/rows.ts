// The calls on the three lists of a campaign, which are alike: read, keep one row, keep a full list.
import { z } from 'zod';
import { backlink } from '../../../shared/backlink.ts';
import { contact } from '../../../shared/contact.ts';
import { backlinksFile, type CsvFile, contactsFile } from '../../../shared/csv.ts';
import { searchResult } from '../../../shared/search-result.ts';
import {
  backlinkChange,
  backlinkList,
  backlinkListQuery,
  backlinksFileQuery,
  backlinksQuery,
} from '../../backlinks/backlinks-data.routes.ts';
import {
  contactChange,
  contactList,
  contactListQuery,
  contactsFileQuery,
  contactsQuery,
} from '../../contacts/contacts-data.routes.ts';
import {
  searchResultChange,
  searchResultList,
  searchResultListQuery,
  searchResultsQuery,
} from '../../search-results/search-results-data.routes.ts';
import type { Answer, Call, CallGroup } from '../call.ts';
import { backlinkExample, contactExample, ids, searchResultExample } from '../examples.ts';

interface List {
  group: CallGroup;
  path: `/${string}`;
  one: string;
  many: string;
  about: string;
  query: z.ZodObject;
  row: z.ZodType;
  example: { id: string };
  change: z.ZodType;
  list: z.ZodType;
  listQuery: z.ZodObject;
}

function listCalls(list: List): Call[] {
  const { group, path, one, many, example } = list;
  return [
    {
      method: 'get',
      path,
      group,
      summary: `List ${many}`,
      about: `${list.about} Without limit the whole list comes, up to 10,000 rows.`,
      query: list.query,
      answers: [
        {
          status: 200,
          about: 'The rows.',
          schema: z.array(list.row),
          example: [example],
          headers: { 'x-total-count': 'How many rows there are in all.' },
        },
      ],
      errors: ['bad-input', 'not-found'],
    },
    {
      method: 'patch',
      path: `${path}/{id}`,
      group,
      summary: `Select or deselect ${one}`,
      params: { id: { about: `The ${one.replace(/^an? /, '')}.`, example: example.id } },
      body: { schema: list.change, examples: { 'Keep it': { keep: true } } },
      answers: [{ status: 200, about: 'The changed row.', schema: list.row, example: { ...example, keep: true } }],
      errors: ['bad-input', 'bad-json', 'not-found'],
    },
    {
      method: 'put',
      path,
      group,
      summary: `Save the selection of a full list of ${many}`,
      about: `Up to 10,000 rows in one call, all or nothing: when one of them is not yours or of another campaign, nothing is changed.`,
      query: list.listQuery,
      body: { schema: list.list, examples: { 'One row': [{ id: example.id, keep: true }] } },
      answers: [
        {
          status: 200,
          about: 'How many rows now say what was sent.',
          schema: z.object({ updated: z.int() }),
          example: { updated: 1 },
        },
      ],
      errors: ['bad-input', 'bad-json', 'not-found', 'body-too-large'],
    },
  ];
}

const csv = <Row>(about: string, file: CsvFile<Row>, row: Row): Answer => ({
  status: 200,
  about,
  type: 'text/csv',
  example: file.head + file.line(row),
  headers: { 'content-disposition': 'A file name made from the keyword.' },
});

const ofCampaign = { id: { about: 'The campaign.', example: ids.campaign } };

export const rowCalls: readonly Call[] = [
  ...listCalls({
    group: 'Search results',
    path: '/data/search-results',
    one: 'a search result',
    many: 'search results',
    about: 'The search results of a campaign, by position. A rating, traffic or value of -1 is not known.',
    query: searchResultsQuery,
    row: searchResult,
    example: searchResultExample,
    change: searchResultChange,
    list: searchResultList,
    listQuery: searchResultListQuery,
  }),
  ...listCalls({
    group: 'Backlinks',
    path: '/data/backlinks',
    one: 'a backlink',
    many: 'backlinks',
    about:
      'The backlinks of a campaign, strongest first. ahrefs_rank is the URL rating; it, traffic or value of -1 is not known.',
    query: backlinksQuery,
    row: backlink,
    example: backlinkExample,
    change: backlinkChange,
    list: backlinkList,
    listQuery: backlinkListQuery,
  }),
  {
    method: 'get',
    path: '/data/campaigns/{id}/backlinks.csv',
    group: 'Backlinks',
    summary: 'Download backlinks',
    about:
      'UTF-8 with a byte order mark, comma-separated (RFC 4180). A URL rating that is not known is empty. Text that a spreadsheet could take for a formula has an apostrophe before it.',
    params: ofCampaign,
    query: backlinksFileQuery,
    answers: [csv('Backlink URL, Title, URL Rating, Domain Rating, Anchor.', backlinksFile, backlinkExample)],
    errors: ['bad-input', 'not-found'],
  },
  ...listCalls({
    group: 'Contacts',
    path: '/data/contacts',
    one: 'a contact',
    many: 'contacts',
    about:
      'The contacts of a campaign as they came, each with its backlink. email: null, not fetched yet; false, looked for and none found.',
    query: contactsQuery,
    row: contact,
    example: contactExample,
    change: contactChange,
    list: contactList,
    listQuery: contactListQuery,
  }),
  {
    method: 'get',
    path: '/data/campaigns/{id}/contacts.csv',
    group: 'Contacts',
    summary: 'Download contacts',
    about: 'The contacts that have an email, all or the selected ones. Written as the file of backlinks is.',
    params: ofCampaign,
    query: contactsFileQuery,
    answers: [
      csv(
        'Backlink URL, Title, Email, Email Type, Email Status, First Name, Last Name, Position.',
        contactsFile,
        contactExample,
      ),
    ],
    errors: ['bad-input', 'not-found'],
  },
];
