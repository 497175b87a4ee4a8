type RefusalReason =
  | 'unknown command'
  | 'unknown option'
  | 'missing option'
  | 'bad value'
  | 'no permission'
  | 'not visible'
  | 'no such component'
  | 'disabled'
  | 'form closed';

/** A Discord client would not let a person do this. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  /** The option that the refusal is about. */
  readonly option: string | undefined;

  constructor(reason: RefusalReason, message: string, option?: string) {
    super(message);
    this.name = 'Refused';
    this.reason = reason;
    this.option = option;
  }
}
