/** Games, also on daily challenges, and the first minute of a newcomer. All suites use the same processes. */
import './games/play.ts';
import './games/blocks.ts';
import './games/friends.ts';
import './games/daily-play.ts';
import './games/daily-result.ts';
import './games/practice.ts';
import './games/lessons.ts';
import './games/joining.ts';
