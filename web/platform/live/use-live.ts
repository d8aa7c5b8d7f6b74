// Keeps what is on screen up to date: a notice makes the queries that its topic and subject name be read again.
// A query belongs to a topic when its key starts with it: ['requests'], ['backlinks', campaignId] …
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../session.tsx';
import { followNotices, type Notice } from './live.ts';

/** Notices come in bursts while rows are found; the rows are not read more often than this. */
const readEveryMs = 400;

/** Topics that say more than their own name. */
const alsoChanged: Readonly<Record<string, string>> = { profiles: 'credits' };

/** Holds the live connection while a user is signed in. Called once, by the layout. */
export function useLive() {
  const queryClient = useQueryClient();
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-in') return;
    const readAgain = createReader(queryClient);
    return followNotices(readAgain);
  }, [status, queryClient]);
}

/** One reading of a topic at a time: a new notice waits for the one under way, or a busy topic would never be read. */
function createReader(queryClient: QueryClient) {
  const busy = new Set<string>();
  const dirty = new Map<string, Notice>();
  const readAgain = async (notice: Notice) => {
    const name = `${notice.topic} ${notice.subject}`;
    if (busy.has(name)) {
      dirty.set(name, notice);
      return;
    }
    busy.add(name);
    // A first read under way may be older than the notice, and invalidating would not begin it anew: it is let finish first.
    const isFirstRead = ({ queryKey, state }: Query) => state.data === undefined && isAbout(notice, queryKey);
    await queryClient.refetchQueries({ predicate: isFirstRead, fetchStatus: 'fetching' }, { cancelRefetch: false });
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAbout(notice, queryKey) });
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
    busy.delete(name);
    if (dirty.delete(name)) void readAgain(notice);
  };
  return (notice: Notice) => void readAgain(notice);
}

function isAbout({ topic, subject }: Notice, [first, second]: readonly unknown[]): boolean {
  if (topic === 'resync') return true;
  const isTopic = first === topic || first === alsoChanged[topic];
  return isTopic && (subject === null || typeof second !== 'string' || second === subject);
}
