/** What a feature keeps about people, so that they can see it, take it along, hide it and have it deleted. */
export interface PersonalData {
  /** What it is called in an export, in English. */
  readonly name: string;
  /** All that is kept about somebody, as JSON; undefined where that is nothing. */
  exported(user: string): Promise<unknown>;
  /** Delete all that is kept about somebody. Any number of times is once. */
  erase(user: string): Promise<void>;
  /** Take somebody out of all that others see, or back into it. Absent where others see nothing. */
  setHidden?(user: string, isHidden: boolean): Promise<void>;
}
