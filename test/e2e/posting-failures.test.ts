/** Posts while Discord refuses them or the bot is killed. All suites use the same processes. */
import './posting/failures.ts';
import './posting/refusals.ts';
