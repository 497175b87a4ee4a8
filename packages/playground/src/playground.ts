/** The playground: a stand-in for Discord, with a page and a prompt for its people. */
import { StandIn } from '@antipode/stand-in';
import { type Backend, openPage } from './page-server.ts';
import { type BotInText, runPrompt } from './prompt.ts';
import { createScene } from './scene.ts';

export type { Backend };

/** @param port of the page; another one if it is in use */
export const openPlayground = async (port: number) => {
  const standIn = await StandIn.start({ port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return StandIn.start({ port: 0 });
    throw error;
  });
  const scene = createScene(standIn);
  return {
    standIn,
    openPage: (backend: Backend) => openPage(standIn, scene.people, backend),
    prompt: (status: string, bot: BotInText) => runPrompt(scene, status, bot),
  };
};
