// A plain bot for comparison: the same solver, called in the handler, without a queue, workers or stored results.
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { parseQuestion } from '../dist/puzzles/reader.js';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { loadConfig } from '../dist/runtime/config.js';
import { buildTables, needsOf, solve } from '../dist/search/solve.js';

const { discordToken, discordApiUrl } = loadConfig();
const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: discordApiUrl, version: '10', globalRequestsPerSecond: 1e9 },
});
const tablesOf = new Map();

client.on(Events.InteractionCreate, async (interaction) => {
  try {
    await interaction.deferReply();
    const puzzle = puzzleOf(interaction.options.getSubcommand());
    const question = parseQuestion(puzzle, interaction.options.getString('position'));
    if (!tablesOf.has(puzzle.id)) tablesOf.set(puzzle.id, buildTables(needsOf(puzzle, puzzle.goal)));
    const outcome = solve(puzzle, question.value, { tables: tablesOf.get(puzzle.id) });
    await interaction.editReply(`${outcome.moves.length} moves: ${outcome.moves.map((move) => move[0]).join(' ')}`);
  } catch (error) {
    // Discord no longer accepts the answer. A busy plain bot is often too late.
    if (error.code !== 10062 && error.code !== 10015) throw error;
  }
});
client.once(Events.ClientReady, () => process.send('ready'));
await client.login(discordToken);
