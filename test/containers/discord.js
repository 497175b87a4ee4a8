/**
 * The stand-in for Discord as a container of the same image. Other containers reach it at discord:8080. Commands as in the
 * playground's prompt are posted to :8081, which answers with the text of the last message.
 */
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { parseLine } from '@antipode/playground/command-line';
import { createScene } from '@antipode/playground/scene';
import { StandIn } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { renderMessage } from '@antipode/stand-in/text';

const standIn = await StandIn.start();
const { you, channel } = createScene(standIn);

// The stand-in listens on the loopback address only.
standIn.gateway.url = 'ws://discord:8080';
createTcpServer((incoming) => {
  const outgoing = connect(Number(new URL(standIn.origin).port), '127.0.0.1');
  incoming.pipe(outgoing).pipe(incoming);
  incoming.on('error', () => outgoing.destroy());
  outgoing.on('error', () => incoming.destroy());
}).listen(8080);

const dangerStyle = 4;
const isFinal = ({ components }) => ![...walk(components)].some(({ node }) => node.style === dangerStyle);
const answer = async (line) => {
  const { name, subcommand, values } = parseLine(you.commands(channel), you.locale, line);
  const handle = await you.command(channel, name, { subcommand, options: Object.fromEntries(values) });
  return renderMessage(await handle.until(isFinal, 60_000));
};
createServer(async (request, response) => {
  let line = '';
  for await (const part of request) line += part;
  const text = line === 'token' ? standIn.token : await answer(line).catch((error) => error.stack);
  response.end(text);
}).listen(8081, '127.0.0.1');
