/** `/analyse`: how good a user's moves are, one solve or a file of many. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { completeQuestion } from '../../ask/completion.ts';
import { anyOwn, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { goalOption, readMoves, readQuestion, startOption } from '../../ask/question.ts';
import { chosenNotation, lettersOption, readReplay } from '../../ask/written-moves.ts';
import { wrongInput, wrongMoves } from '../../ask/wrong-input.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { replyPrivately, tell } from '../../discord/replies.ts';
import { readLine } from '../../puzzles/line.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { type ParsedMoves, type Puzzle, type Question, questionOf } from '../../puzzles/puzzle.ts';
import { readGoal, readPosition } from '../../puzzles/reader.ts';
import { allPuzzles } from '../../puzzles/registry.ts';
import type { Feature } from '../feature.ts';
import { askFile } from '../file/command.ts';
import { analyseAnswer } from './answer.ts';
import { analyseJob } from './job.ts';

const movesOption = option.string('moves', 'command.analyse.moves', { max_length: longestMoves });
const fileOption = option.attachment('file', 'command.analyse.file');

const definition = slashCommand('analyse', 'command.analyse.description', {
  options: [movesOption, startOption, goalOption, lettersOption, puzzleOption(), fileOption, option.private],
});

interface Solve {
  readonly puzzle: Puzzle;
  readonly question: Question;
  readonly read: ParsedMoves;
}

/** The moves and the position from which somebody made them; undefined after an explanation. */
const read = async (interaction: ChatInputCommandInteraction, typed: string): Promise<Solve | undefined> => {
  const { options, locale } = interaction;
  const replay = await readReplay(interaction, typed);
  if (replay === 'refused') return undefined;
  const notation = chosenNotation(interaction);
  if (!replay && options.getString('position') !== null) {
    const input = await readQuestion(interaction);
    const read = input && (await readMoves(interaction, input.puzzle, input.question, typed, notation));
    return read && { ...input, read };
  }
  const puzzle = replay?.puzzle ?? (await readPuzzle(interaction, { among: allPuzzles, takesOwn: anyOwn }));
  if (!puzzle) return undefined;
  const refuse = (sentence: string) => replyPrivately(interaction, sentence);
  const position = options.getString('position') ?? replay?.position;
  const start = position === undefined ? undefined : readPosition(puzzle, position);
  if (start && !start.ok) return refuse(wrongInput(locale, position!, start.problem));
  const wanted = options.getString('goal') ?? '';
  const goal = wanted.trim() === '' ? undefined : readGoal(puzzle, wanted, start?.value);
  if (goal && !goal.ok) return refuse(wrongInput(locale, wanted, goal.problem));
  const text = replay?.moves ?? typed;
  const reading = {
    start: start?.value,
    goal: goal?.value,
    notation: replay ? ('piece-directions' as const) : notation,
  };
  const result = readLine(puzzle, text, { ...reading, as: 'solution' });
  if (!result.ok) return refuse(wrongMoves(locale, text, result.problem));
  const question = questionOf(puzzle, result.line.start, goal?.value.text);
  return question.ok
    ? { puzzle, question: question.value, read: result.line }
    : refuse(wrongInput(locale, wanted, question.problem));
};

export const analyseFeature: Feature = {
  helpPage: 'play',
  commands: [definition],
  create: ({ recent, requests, queue, store }) => ({
    commands: {
      analyse: async (interaction) => {
        const { options } = interaction;
        const moves = options.getString('moves');
        const isFile = options.getAttachment('file') !== null;
        const isAlone = ['moves', 'position', 'goal'].every((name) => options.get(name) === null);
        if (isFile && isAlone) return askFile({ requests, queue, store }, interaction, 'file', 'analyse');
        if (isFile || moves === null) {
          return tell(interaction, 'analyse.movesOrFile');
        }
        const solve = await read(interaction, moves);
        if (!solve) return;
        const { puzzle, question, read: line } = solve;
        const { notation, certainty, joined } = line;
        const request = { moves: line.moves, notation, certainty, joined, puzzle: puzzle.id, question };
        const isAccepted = await requests.ask(interaction, { job: analyseJob, request });
        if (isAccepted) await recent.add(interaction, request);
      },
    },
    completions: { analyse: (interaction) => completeQuestion(interaction, recent, allPuzzles) },
    answers: { analyse: { render: analyseAnswer } },
  }),
};
