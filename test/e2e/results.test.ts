/** Results of the daily challenge, and scripts of every kind, on each kind of Redis. All suites use the same processes. */
import './results/daily.ts';
import './results/scripts.ts';
import './results/standings.ts';
