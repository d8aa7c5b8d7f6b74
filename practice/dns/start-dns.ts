// A name server on loopback (UDP), so that `new Resolver().setServers(['127.0.0.1:<port>'])` works as on the real internet.

import { createSocket } from 'node:dgram';
import { readQuestion, writeAnswer } from './packet.ts';
import type { Zone } from './zone.ts';

export interface Dns {
  port: number;
  stop(): Promise<void>;
}

/** Starts on 127.0.0.1; port 0 picks a free one. Fails if the port is taken. */
export async function startDns(zone: Zone, wishedPort: number): Promise<Dns> {
  const socket = createSocket('udp4');
  const late = new Set<NodeJS.Timeout>();
  socket.on('message', (packet, caller) => {
    const question = readQuestion(packet);
    if (question === null) return;
    const answer =
      question.type === null ? { ...zone(question.name, 'AAAA'), records: [] } : zone(question.name, question.type);
    if (answer.isDropped) return;
    const send = () => socket.send(writeAnswer(question, answer), caller.port, caller.address);
    if (answer.lateMs === undefined) return send();
    const timer = setTimeout(() => {
      late.delete(timer);
      send();
    }, answer.lateMs);
    late.add(timer);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(wishedPort, '127.0.0.1', () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve();
    });
  });
  const stop = () => {
    for (const timer of late) clearTimeout(timer);
    return new Promise<void>((resolve) => socket.close(() => resolve()));
  };
  return { port: socket.address().port, stop };
}
