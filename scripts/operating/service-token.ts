// Prints a token for the admin endpoints of the auth service: npm run service-token -- [hours, default 1]
import { signServiceToken } from '../../server/auth/service-token.ts';
import { withSigningKeys } from './auth-keys.ts';

const hours = Number(process.argv[2] ?? 1);
if (!(hours > 0 && hours <= 24 * 365)) {
  console.error('Give the number of hours the token shall live, up to a year.');
  process.exit(1);
}

withSigningKeys(async (keys, config) => {
  const auth = { keys, now: () => new Date(), baseUrl: `${config.web.siteUrl}/auth/v1` };
  console.log(await signServiceToken(auth, hours * 3600));
});
