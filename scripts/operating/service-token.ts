// Prints a token for the admin endpoints of the auth service: npm run service-token -- [hours, default 1]
import { signServiceToken } from '../../server/auth/service-token.ts';
import { withSigningKeys } from './auth-keys.ts';

const hours = Number(process.argv[2] ?? 1);
if (!(hours > 0 && hours <= 24 * 365)) {
  console.error('Pass the lifetime of the token in hours, up to one year.');
  process.exit(1);
}

withSigningKeys(async (keys, config) => {
  const auth = { keys, now: () => new Date(), baseUrl: `${config.web.siteUrl}/auth/v1` };
  console.log(await signServiceToken(auth, hours * 3600));
});
