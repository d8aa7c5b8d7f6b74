// Notifies listeners that the service has accepted an error report.

type Receive = (reportId: string) => void;

const receivers = new Set<Receive>();

export const sentReports = {
  announce(reportId: string) {
    for (const receive of receivers) receive(reportId);
  },
  /** Returns a function that unsubscribes. */
  subscribe(receive: Receive): () => void {
    receivers.add(receive);
    return () => {
      receivers.delete(receive);
    };
  },
};
