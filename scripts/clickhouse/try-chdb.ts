// Loads the library that is named by its path, in a process of its own: a library that doesn't fit the machine may end the process.
import { openChdb } from '../../server/test/chdb-session.ts';

const session = openChdb(process.argv[2] ?? '');
await session.run('select 1', 'JSON');
session.close();
