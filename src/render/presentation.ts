/** How a board is shown. */
import { z } from 'zod';
import { themeNames } from './theme.ts';

export const views = ['emoji', 'picture', 'animation'] as const;
export type BoardView = (typeof views)[number];
export const presentationSchema = z.strictObject({ view: z.enum(views), theme: z.enum(themeNames) });
export type Presentation = z.infer<typeof presentationSchema>;
export const defaultPresentation: Presentation = { view: 'emoji', theme: 'dark' };
