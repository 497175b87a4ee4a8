/** Loaded before a program: sets its clock ahead of the real one, by as much as a test says. */
const real = Date.now;
let ahead = Number(process.env.CLOCK_AHEAD);
Date.now = () => real() + ahead;
process.on('message', (milliseconds) => {
  if (typeof milliseconds !== 'number') return;
  ahead = milliseconds;
  process.send('turned');
});
// Waiting for such messages must not keep the process alive.
process.channel?.unref();
