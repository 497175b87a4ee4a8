/** What runs on a drawing thread. */
export { draw as default } from './task.ts';
