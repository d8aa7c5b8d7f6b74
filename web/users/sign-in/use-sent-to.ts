// Who an email was sent to. Stored in the history entry: a phone that shows the email may drop the page meanwhile, and a user
// who comes back with the code finds the field for it.
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
