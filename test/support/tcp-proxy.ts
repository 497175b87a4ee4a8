/** A proxy to a server whose connections can be cut, stalled and slowed. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  /** Both ends think that they are connected, but nothing is forwarded. */
  isDead: boolean;
}

export class TcpProxy {
  private readonly server: Server;
  /** Of the server at its end, for new connections. */
  port: number;
  private readonly pairs = new Set<Pair>();
  /** How many connections were refused while it was cut. */
  refused = 0;
  private isCut = false;
  private isStalled = false;
  private delay = 0;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.port = port;
    server.on('connection', (near) => this.accept(near));
  }

  /** @param port of the server at its end, on this machine */
  static async open(port: number): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, port);
  }

  /** The port of the proxy. */
  get near(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, and accepts no new ones. */
  cut(): void {
    this.isCut = true;
    for (const { near, far } of this.pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  /** Keeps connections and accepts new ones, but forwards nothing. */
  stall(): void {
    this.isStalled = true;
    for (const { near, far } of this.pairs) {
      near.pause();
      far.pause();
    }
  }

  /** Delays data in each direction. */
  slow(milliseconds: number): void {
    this.delay = milliseconds;
  }

  /** Drops the far ends of all connections without telling the near ends. New connections work. */
  halfOpen(): void {
    for (const pair of this.pairs) {
      pair.isDead = true;
      pair.far.destroy();
      pair.near.resume();
    }
  }

  /** Works normally again, and forwards what was sent meanwhile. */
  mend(): void {
    this.isCut = false;
    this.isStalled = false;
    this.delay = 0;
    for (const { near, far, isDead } of this.pairs) {
      near.resume();
      if (!isDead) far.resume();
    }
  }

  async close(): Promise<void> {
    for (const { near, far } of this.pairs) {
      near.destroy();
      far.destroy();
    }
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(near: Socket): void {
    if (this.isCut) {
      this.refused++;
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.port, '127.0.0.1');
    const pair: Pair = { near, far, isDead: false };
    this.pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    const forward = (from: Socket, to: Socket): void => {
      // Data stays in order.
      let said = Promise.resolve();
      from.on('data', (data) => {
        const due = sleep(this.delay);
        said = said.then(async () => {
          await due;
          if (!pair.isDead && !to.destroyed) to.write(data);
        });
      });
    };
    forward(near, far);
    forward(far, near);
    if (this.isStalled) {
      near.pause();
      far.pause();
    }
    near.on('error', () => {});
    far.on('error', () => {});
    near.once('close', () => {
      this.pairs.delete(pair);
      far.destroy();
    });
    far.once('close', () => {
      if (!pair.isDead) near.destroy();
    });
  }
}
