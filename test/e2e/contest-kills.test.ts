/** A bot that is killed at each step of a contest: the results come once. All suites use the same processes. */
import './contest/kills.ts';
import './contest/refusals.ts';
