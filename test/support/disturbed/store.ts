import { type Role, WorkStore as Usual } from '../../../src/queue/store.ts';
import { disturbance } from './disturbance.ts';

export * from '../../../src/queue/store.ts';

export class WorkStore extends Usual {
  private began: number | undefined;

  /** The processes of 0.2.0 take over from a version without the key `alive`. */
  override async beat(role: Role, own: number): Promise<{ version: number; at: number }[]> {
    const beats = await super.beat(role, own);
    if (disturbance.version !== '0.2.0') return beats;
    const readings = beats.map(async ({ version }) => {
      const isAlive = await this.redis.exists(this.key('alive', role, version));
      this.began ??= Date.now();
      return { version, at: isAlive ? Date.now() : this.began };
    });
    return Promise.all(readings);
  }
}
