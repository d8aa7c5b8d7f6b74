import { useQuery } from '@tanstack/react-query';
import { countryCodes, languages, type SearchPlace, toPlace } from '../../../shared/search-place.ts';
import { profileQuery } from '../../platform/profile.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { byName, countryName, languageName } from '../../ui/values/place-names.ts';
import type { SearchDraft } from './campaign-form.ts';

const countryOptions = byName(countryCodes, countryName);
const languageOptions = byName(languages, languageName);

/** Where to search: the form's choice, or else the place of the user's last search. */
export function usePlace({ country, language }: SearchDraft): SearchPlace {
  const { data: profile } = useQuery(profileQuery);
  return toPlace(country ?? profile?.search_country, language ?? profile?.search_language);
}

interface PlaceFieldsProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
}

export function PlaceFields({ draft, onDraft }: PlaceFieldsProps) {
  const place = usePlace(draft);
  return (
    <>
      <SelectField
        label="Country"
        name="country"
        autoComplete="off"
        hint="The country to search from, wherever you are."
        options={countryOptions}
        value={place.country}
        onChange={(event) => onDraft({ ...draft, country: event.target.value })}
      />
      <SelectField
        label="Language"
        name="language"
        autoComplete="off"
        hint="The language to search in."
        options={languageOptions}
        value={place.language}
        onChange={(event) => onDraft({ ...draft, language: event.target.value })}
      />
    </>
  );
}
