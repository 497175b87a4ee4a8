/**
 * Contests of thirty people in one channel, whose bot is killed at each step: the results are right, and come once. All
 * suites use the same processes.
 */
import './contest/fewest-moves.ts';
import './contest/rounds.ts';
import './contest/duel.ts';
import './contest/rules.ts';
import './contest/kills.ts';
import './contest/weekly.ts';
import './contest/refusals.ts';
