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
  RedisKeyspace,
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

/**
 * Keeps parsed scripts. The Lua engine parses the text at each call, and its tables are read-only, so that no script keeps
 * anything. Here `bit` can be written: a table has this flag 8 bytes after its start.
 */
class ParsedScriptCache extends RedisScriptCache {
  constructor(engine) {
    super();
    this.engine = engine;
    const table = Number(engine.eval('return tostring(bit)').toString().replace('table: ', ''));
    const memory = new DataView(engine.exports.HEAPU8.buffer);
    // If another version of the engine has something else there, scripts are parsed at each call.
    if (memory.getInt32(table + 8, true) === 1) memory.setInt32(table + 8, 0, true);
  }

  load(script) {
    const sha = super.load(script);
    const parse = "bit[KEYS[1]] = loadstring(ARGV[1], '@user_script') return bit[KEYS[1]] and 'parsed'";
    const reply = this.engine.evalWithArgs(parse, [sha], [script]);
    // Any other call reports what is wrong with the script.
    if (String(reply) === 'parsed') this.scripts.set(sha, Buffer.from(`return bit['${sha}']()`));
    return sha;
  }
}

// The library copies the whole value at every write if a client waits for its key. Waiting clients only read the event.
RedisMutationBus.prototype.emit = function (event) {
  const ofKeys =
    event.type === 'flush' ? [...this.keyListeners.values()] : [this.keyListeners.get(event.key.toString('hex')) ?? []];
  for (const listeners of [this.globalListeners, ...ofKeys]) for (const listener of [...listeners]) listener(event);
};

// It also copies the whole value at every read: a queue of 200 jobs for each look at its first. Commands that read a value
// change no part of it.
RedisKeyspace.prototype.get = function (key) {
  return this.getLiveEntry(key)?.value ?? null;
};

// The library throws an error for each form of a command that the arguments don't have.
Error.stackTraceLimit = 0;

const state = new RedisServerState({ requirepass: workerData.password });
const { engine } = await state.getLuaRuntime();
state.scriptCache = new ParsedScriptCache(engine);
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
