// api.majestic.com/api/json: parameters by GET or as a form, success in `Code`, always HTTP 200. A call costs 5,000 analysis
// units plus one retrieval unit per row. Flags and flows are numbers, topical values are strings.
import { type KnownLink, linksTo, onePerSite } from './link-database.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from './stand-in.ts';

const dollarsPerUnit = 0.000004;
const unitsPerCall = 5000;

const refusal = (Code: string, ErrorMessage: string): StandInResponse => ({
  status: 200,
  body: { Code, ErrorMessage, FullError: ErrorMessage, DataTables: {} },
});

export const majesticStandIn: StandIn = (request) => {
  const { method, query, text, mood } = request;
  const given = method === 'POST' ? new URLSearchParams(text) : query;
  if (mood === 'refused' || given.get('app_api_key') !== PRACTICE_KEY) {
    return refusal('InvalidAPIKey', 'The API key is not valid.');
  }
  if (mood === 'broke') return refusal('InsufficientUnits', 'There are not enough analysis units left.');
  if (given.get('cmd') !== 'GetBackLinkData') return refusal('UnknownCommand', 'There is no such command.');
  return backlinks(request, given);
};

function backlinks(request: StandInRequest, given: URLSearchParams): StandInResponse {
  const item = given.get('item') ?? '';
  const count = Number(given.get('Count') ?? 100);
  const from = Number(given.get('From') ?? 0);
  if (item === '') return refusal('MissingParameter', 'The parameter item is missing.');
  if (!(count >= 1 && count <= 50_000)) return refusal('InvalidParameter', 'The parameter Count is not valid.');
  // An item without a scheme would be a whole domain.
  const known = item.startsWith('http') ? linksTo(request, item) : [];
  const perDomain = given.get('MaxSourceURLsPerRefDomain') === '1' ? onePerSite(known) : known;
  const rows = perDomain.slice(from, from + count);
  request.charge((unitsPerCall + rows.length) * dollarsPerUnit);
  return {
    status: 200,
    body: {
      ...{ Code: 'OK', ErrorMessage: '', FullError: '' },
      DataTables: {
        BackLinks: {
          ...{ RowsCount: rows.length, Headers: { Item: item, TotalBackLinks: known.length } },
          Data: rows.map(drawn),
        },
      },
    },
  };
}

const drawn = ({ urlFrom, urlTo, anchor, rel, domainRating, urlRating }: KnownLink) => ({
  ...{ SourceURL: urlFrom, ACRank: 0, AnchorText: anchor, Date: '2026-04-18', FlagRedirect: 0, FlagFrame: 0 },
  ...{ FlagNoFollow: rel.includes('nofollow') ? 1 : 0, FlagImages: 0, FlagDeleted: 0, FlagAltText: 0, FlagMention: 0 },
  ...{ TargetURL: urlTo, FirstIndexedDate: '2026-01-02', LastSeenDate: '2026-10-18', DateLost: '', ReasonLost: '' },
  ...{ LinkType: 'TextLink', TargetCitationFlow: 20, TargetTrustFlow: 15 },
  ...{ SourceCitationFlow: urlRating, SourceTrustFlow: domainRating },
  ...{ SourceTopicalTrustFlow_Topic_0: 'Recreation/Outdoors', SourceTopicalTrustFlow_Value_0: '12' },
});
