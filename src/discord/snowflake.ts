/** Ids of Discord, which tell when what they name was made. */
import { z } from 'zod';

export const snowflake = z.string().regex(/^\d{15,21}$/u);

/** Where the time of snowflakes begins, in milliseconds since 1970. */
const epoch = 1_420_070_400_000;
/** When an interaction (or anything with a snowflake) was made, in milliseconds since 1970. */
export const madeAt = (id: string): number => Number(BigInt(id) >> 22n) + epoch;
/** The first one of a millisecond; the 22 bits below are free. */
export const firstSnowflake = (at: number): bigint => BigInt(at - epoch) << 22n;
