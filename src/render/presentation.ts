/** How a board is shown. */
import { z } from 'zod';
import type { Puzzle } from '../puzzles/puzzle.ts';
import { themeNames } from './theme.ts';

export const views = ['emoji', 'picture', 'animation'] as const;
export type BoardView = (typeof views)[number];
export const presentationSchema = z.strictObject({ view: z.enum(views), theme: z.enum(themeNames) });
export type Presentation = z.infer<typeof presentationSchema>;
export const defaultPresentation: Presentation = { view: 'emoji', theme: 'dark' };

/** How a puzzle is shown unless somebody chooses: blocks as a picture, as single cells don't tell which of them move together. */
export const usualPresentation = ({ hasNamedPieces }: Puzzle): Presentation =>
  hasNamedPieces ? { ...defaultPresentation, view: 'picture' } : defaultPresentation;

/** A presentation as two letters, for custom ids. */
export const presentationLetters = ({ view, theme }: Presentation): string => view.charAt(0) + theme.charAt(0);
/** The inverse, of a text from outside. */
export const presentationOf = ([viewLetter, themeLetter]: string): Presentation | undefined => {
  const view = views.find((known) => known[0] === viewLetter);
  const theme = themeNames.find((known) => known[0] === themeLetter);
  return view && theme && { view, theme };
};
