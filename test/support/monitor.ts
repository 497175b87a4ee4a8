import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Records all commands that reach a server, until the test ends. ioredis' own monitor mode fails under RESP 3. */
export const monitor = async (url: string): Promise<string[][]> => {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`);
  await once(socket, 'data');
  const commands: string[][] = [];
  let rest = '';
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) commands.push([...line.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].map(([, word]) => word!));
  });
  return commands;
};
