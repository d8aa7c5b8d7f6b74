// Creates a new key for signing access tokens: npm run rotate-signing-key
// It signs two minutes later, when every process knows it; tokens of the old key stay valid until they expire.
import { withSigningKeys } from './auth-keys.ts';

withSigningKeys(async (keys) => {
  const kid = await keys.rotate(new Date());
  console.log(`Key ${kid} starts signing in two minutes. Older keys stay valid until their last tokens expire.`);
});
