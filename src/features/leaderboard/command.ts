/** `/leaderboard hardest`: the hardest positions that people found by `/solve`. Other features add their boards. */
import type { ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import { completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { component } from '../../discord/command.ts';
import { option, slashCommand, subcommand } from '../../discord/definition.ts';
import { reply, update } from '../../discord/replies.ts';
import { madeAt } from '../../discord/snowflake.ts';
import { translator } from '../../locales/index.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { allPuzzles, knownPuzzle } from '../../puzzles/registry.ts';
import { canonical } from '../../puzzles/symmetry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import { usualPresentation } from '../../render/presentation.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { Outcome } from '../../search/solve.ts';
import { scopeIn } from '../../standings/pager.ts';
import { everywhere, type Scope, scopesOf } from '../../standings/scope.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { surveyJob } from '../hardest/job.ts';
import { type solveJob, solveWork } from '../solve/job.ts';
import { hardestPages, leaderboardAnswer, parseHardestPage, parseShow, showComponent } from './answer.ts';
import { FindStore } from './store.ts';

const definition = slashCommand('leaderboard', 'command.leaderboard.description', {
  options: [subcommand('hardest', 'command.leaderboard.hardest', [puzzleOption({ required: true }), option.scope])],
});

/** Records what an answer proved, once it is delivered. Idempotent. Only the usual goal counts, to compare lengths. */
export const recordFind = async (
  board: FindStore,
  { request, user, id, guild }: Pick<ReplyContext<typeof solveJob>, 'request' | 'user' | 'id' | 'guild'>,
  outcome: Outcome,
): Promise<void> => {
  if (outcome.status !== 'solved' || !outcome.optimal || outcome.moves.length === 0) return;
  const { start, goal } = request.question;
  const puzzle = knownPuzzle(request.puzzle);
  if (goal.text !== puzzle.goal.text) return;
  // The time of the interaction stays the same if the answer is delivered again.
  const found = { length: outcome.moves.length, finder: user, at: madeAt(id) };
  await board.record(puzzle, start, canonical(puzzle, start, goal), found, scopesOf(guild));
};

const finds = ({ producer, config }: Foundation): FindStore => new FindStore(producer, config.redisPrefix);

const create = (services: Services): RunningFeature => {
  const { store, requests, guard, consumer, config } = services;
  const board = finds(services);
  // Recording waits while Redis is away.
  const patientBoard = new FindStore(consumer, config.redisPrefix);

  const show = async (
    interaction: ChatInputCommandInteraction | MessageComponentInteraction,
    puzzle: Puzzle,
    scope: Scope,
    page: number,
  ): Promise<void> => {
    const [of, survey] = await Promise.all([
      board.page(puzzle.id, scope, page),
      store.result({ job: surveyJob, request: { puzzle: puzzle.id } }),
    ]);
    const revealed = of.finds.map(({ position }) => {
      const { start, goal } = storedQuestion(puzzle, position);
      return { puzzle, goal, positions: [start] };
    });
    const { user, guildId: guild } = interaction;
    const audience = { user: user.id, guild: guild ?? undefined, private: false };
    const withheld = await guard.spoiledAmong(audience, revealed);
    const t = translator(interaction.guildLocale ?? interaction.locale);
    const message = leaderboardAnswer(t, { puzzle, scope, of, withheld, survey });
    await (interaction.isMessageComponent() ? update(interaction, message) : reply(interaction, message));
  };

  return {
    commands: {
      'leaderboard hardest': async (interaction) => {
        const puzzle = await readPuzzle(interaction, { among: allPuzzles });
        if (puzzle) await show(interaction, puzzle, scopeIn(interaction), 0);
      },
    },
    completions: { 'leaderboard hardest': (interaction) => completePuzzle(interaction, allPuzzles) },
    components: [
      component(hardestPages, parseHardestPage, async (interaction, [puzzle, scope, page]) => {
        if (scope !== everywhere && scope !== interaction.guildId) throw new RangeError('a page of another server');
        await show(interaction, puzzle, scope, page);
      }),
      component(showComponent, parseShow, async (interaction, [puzzle]) => {
        const [position = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
        // Finds are about the usual goal.
        const question = parseQuestion(puzzle, position, puzzle.goal.text);
        if (!question.ok) throw new RangeError('a find of no leaderboard');
        const presentation = usualPresentation(puzzle);
        await requests.ask(interaction, solveWork(puzzle, question.value), { isPrivate: true, presentation });
      }),
    ],
    onDelivered: { solve: (context, outcome) => recordFind(patientBoard, context, outcome) },
  };
};

export const leaderboardFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  personalData: (foundation) => [finds(foundation)],
  create,
};
