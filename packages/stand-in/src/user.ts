import { snowflake } from './snowflake.ts';

/** An account: a person's, or the bot's. */
export class User {
  readonly id: string = snowflake();
  readonly name: string;
  readonly bot: boolean;

  constructor(name: string, bot = false) {
    this.name = name;
    this.bot = bot;
  }
}
