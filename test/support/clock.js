/** Loaded before a part of the bot: its clock is ahead of the real one, and a test may turn it on. */
const real = Date.now;
let ahead = Number(process.env.CLOCK_AHEAD);
Date.now = () => real() + ahead;
process.on('message', (milliseconds) => {
  if (typeof milliseconds !== 'number') return;
  ahead = milliseconds;
  process.send('turned');
});
// Waiting for that is no reason to go on living.
process.channel?.unref();
