// Tells whoever listens that a report of an error has been taken by the service.

type Receive = (reportId: string) => void;

const receivers = new Set<Receive>();

export const sentReports = {
  announce(reportId: string) {
    for (const receive of receivers) receive(reportId);
  },
  /** Returns how to stop. */
  subscribe(receive: Receive): () => void {
    receivers.add(receive);
    return () => {
      receivers.delete(receive);
    };
  },
};
