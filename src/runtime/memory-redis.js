/**
 * A Redis in memory, in a thread of its own, so that a busy bot or test doesn't delay its replies. It listens on a socket,
 * and clients use it like any other server. Plain JavaScript, because threads can't load TypeScript when tests run `src`.
 *
 * Takes `{ host, password }` as worker data. Posts its port, and later the text of each error.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  attachSession,
  createRedisCommandExecutor,
  RedisMutationBus,
  RedisScriptCache,
  RedisServerState,
  SocketConnectionTransport,
} from 'js-redis-server/core';

/** Sends all replies of one turn of the event loop together. The library would wait until each one is written. */
class CorkedTransport extends SocketConnectionTransport {
  write(chunk) {
    const { socket } = this;
    if (socket.destroyed) return;
    if (socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    socket.write(chunk);
  }
}

/** Comments and whitespace of Lua; also strings, which may contain what looks like them. */
const spaceOrString = /--\[(=*)\[.*?\]\1\]|--[^\n]*|\s+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\[(=*)\[.*?\]\2\]/gsu;

/** Stores scripts without comments: the Lua engine hashes and parses the whole text at every call. */
class CompactScriptCache extends RedisScriptCache {
  load(script) {
    const sha = super.load(script);
    const compact = script.toString().replace(spaceOrString, (found) => (/^(--|\s)/u.test(found) ? '\n' : found));
    this.scripts.set(sha, Buffer.from(compact));
    return sha;
  }
}

// The library copies the whole value at every write if a client waits for its key. Waiting clients only read the event.
RedisMutationBus.prototype.emit = function (event) {
  const ofKeys =
    event.type === 'flush' ? [...this.keyListeners.values()] : [this.keyListeners.get(event.key.toString('hex')) ?? []];
  for (const listeners of [this.globalListeners, ...ofKeys]) for (const listener of [...listeners]) listener(event);
};

// The library throws an error for each form of a command that the arguments don't have.
Error.stackTraceLimit = 0;

const state = new RedisServerState({ requirepass: workerData.password, scriptCache: new CompactScriptCache() });
const executor = createRedisCommandExecutor();
const logger = { error: (error) => parentPort.postMessage(String(error?.stack ?? error)) };
// Nagle's algorithm would make every job three times as slow.
const server = createServer({ noDelay: true }, (socket) => {
  const clientAddress = `${socket.remoteAddress}:${socket.remotePort}`;
  attachSession(new CorkedTransport(socket), { state, executor, logger, clientAddress });
});
server.listen(0, workerData.host);
await once(server, 'listening');
parentPort.postMessage(server.address().port);
