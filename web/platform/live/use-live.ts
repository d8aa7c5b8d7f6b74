// Keeps the screen up to date: a notice rereads the queries of its topic and subject.
// A query belongs to a topic if its key starts with it: ['requests'], ['backlinks', campaignId] …
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveNotice } from '../../../shared/live.ts';
import { useSession } from '../session.tsx';
import { followNotices } from './live.ts';

type Topic = LiveNotice['topic'];

/** Notices come in bursts while rows are found; rows are not reread more often than this. */
const readEveryMs = 400;

/** Topics that also affect others, whatever their subject. */
const alsoChanged: Readonly<Partial<Record<Topic, readonly unknown[]>>> = {
  profiles: ['credits', 'retry-price'],
  triage: ['backlinks'],
  'site-rules': ['prospects'],
};

/** The list of campaigns shows how many of these each one has. */
const countedInCampaigns: ReadonlySet<Topic> = new Set(['backlinks', 'contacts']);

/** Keeps the live connection open while a user is signed in. Called once, by the layout. */
export function useLive() {
  const queryClient = useQueryClient();
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-in') return;
    const readAgain = createReader(queryClient);
    return followNotices(readAgain);
  }, [status, queryClient]);
}

/** Reads a topic once at a time: a new notice waits for the read under way, otherwise a busy topic would never be read. */
function createReader(queryClient: QueryClient) {
  const busy = new Set<string>();
  const dirty = new Map<string, LiveNotice>();
  const readAgain = async (notice: LiveNotice) => {
    const name = `${notice.topic} ${notice.subject}`;
    if (busy.has(name)) {
      dirty.set(name, notice);
      return;
    }
    busy.add(name);
    // A first read under way may be older than the notice, and invalidating would not restart it, so let it finish first.
    const isFirstRead = ({ queryKey, state }: Query) => state.data === undefined && isAbout(notice, queryKey);
    await queryClient.refetchQueries({ predicate: isFirstRead, fetchStatus: 'fetching' }, { cancelRefetch: false });
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAbout(notice, queryKey) });
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
    busy.delete(name);
    if (dirty.delete(name)) void readAgain(notice);
  };
  return (notice: LiveNotice) => void readAgain(notice);
}

function isAbout({ topic, subject }: LiveNotice, [first, second]: readonly unknown[]): boolean {
  if (topic === 'resync') return true;
  if (countedInCampaigns.has(topic) && first === 'requests' && second === undefined) return true;
  if (alsoChanged[topic]?.includes(first)) return true;
  return first === topic && (subject === null || typeof second !== 'string' || second === subject);
}
