/** The first millisecond of 2015, Discord's epoch. See https://docs.discord.com/developers/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;

let lastTime = 0n;
let increment = 0n;

/** A new id, unique within this process and sortable by time. */
export function snowflake(): string {
  const now = BigInt(Date.now());
  if (now > lastTime) {
    lastTime = now;
    increment = 0n;
  } else {
    increment += 1n;
  }
  return (((lastTime - EPOCH) << 22n) | increment).toString();
}

/** The milliseconds since 1970 at which an id was created. */
export function snowflakeTime(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH);
}
