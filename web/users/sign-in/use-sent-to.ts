// To whom a mail was sent. It is kept in the entry of the history: a phone that shows the mail may drop the page
// meanwhile, and whoever comes back with the code finds the field for it.
import { useLocation, useNavigate } from 'react-router';

export function useSentTo(): [string | null, (email: string) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { sentTo } = (state ?? {}) as { sentTo?: unknown };
  return [
    typeof sentTo === 'string' ? sentTo : null,
    (email) => void navigate({ search }, { state: { sentTo: email } }),
  ];
}
