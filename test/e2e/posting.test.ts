/**
 * Daily posts and reminders, as servers and people meet them. The tests move the clocks where people would wait for a
 * day. All suites use the same processes.
 */
import './posting/settings.ts';
import './posting/posts.ts';
import './posting/reminders.ts';
import './posting/failures.ts';
import './posting/refusals.ts';
