import type { Command } from '../command.ts';
import { checkCommand, commandFaults, registerCommand } from '../command-definition.ts';
import { DiscordError, type FieldPath, invalidField, invalidForm, unknown } from '../discord-error.ts';
import { readBody } from '../request-body.ts';
import type { Route } from '../rest.ts';
import type { World } from '../world.ts';
import { botRoute, param, type RouteDeps, requireOwnApplication } from './route.ts';

/** Most commands by type: chat input, user, message, entry point. */
const MOST_COMMANDS: Record<number, number> = { 1: 100, 2: 15, 3: 15, 4: 1 };
const CREATES_PER_DAY = 200;

type Definition = ReturnType<typeof checkCommand>;

/** Registers the global commands of the application. */
class CommandRegistry {
  readonly #world: World;
  #creates = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Commands by id. */
  get commands(): Map<string, Command> {
    return this.#world.commands;
  }

  find(id: string): Command {
    const command = this.commands.get(id);
    if (!command) throw unknown.command();
    return command;
  }

  /** The command with the definition's name and type. */
  named({ name, type }: Definition): Command | undefined {
    return [...this.commands.values()].find((command) => command.name === name && command.type === (type ?? 1));
  }

  replaceAll(definitions: readonly Definition[]): Command[] {
    checkUnique(definitions);
    checkCount(definitions);
    const earlier = (definition: Definition) => this.commands.get(definition.id ?? '') ?? this.named(definition);
    this.#countCreates(definitions.filter((definition) => !earlier(definition)).length);
    const commands = definitions.map((definition) => this.#register(definition, earlier(definition)));
    this.#world.commands = new Map(commands.map((command) => [command.id, command]));
    return commands;
  }

  /** Creates a command, or replaces the command of this name and type. */
  create(definition: Definition): { command: Command; isNew: boolean } {
    const earlier = this.named(definition);
    if (!earlier) {
      checkCount([...this.commands.values(), definition]);
      this.#countCreates(1);
    }
    return { command: this.#put(definition, earlier), isNew: earlier === undefined };
  }

  update(earlier: Command, changes: object): Command {
    const { id: _i, application_id: _a, version: _v, ...rest } = earlier;
    const definition = checkCommand({ ...rest, ...changes, type: earlier.type });
    const named = this.named(definition);
    if (named && named !== earlier) throw duplicateName(['name']);
    return this.#put(definition, earlier);
  }

  #put(definition: Definition, replaces: Command | undefined): Command {
    const command = this.#register(definition, replaces);
    this.commands.set(command.id, command);
    return command;
  }

  #register(definition: Definition, replaces: Command | undefined): Command {
    const { applicationId, integrationTypes } = this.#world;
    return registerCommand(definition, { applicationId, integrationTypes, replaces });
  }

  #countCreates(more: number): void {
    if (this.#creates + more > CREATES_PER_DAY) {
      const message = `Max number of daily application command creates has been reached (${CREATES_PER_DAY})`;
      throw new DiscordError(400, 30034, message);
    }
    this.#creates += more;
  }
}

const duplicateName = (path: FieldPath) =>
  invalidField(path, 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');

function checkUnique(definitions: readonly Definition[]): void {
  const seen = new Set<string>();
  for (const [index, { name, type }] of definitions.entries()) {
    const key = `${type ?? 1} ${name}`;
    if (seen.has(key)) throw duplicateName([index]);
    seen.add(key);
  }
}

function checkCount(commands: readonly { type?: number | null | undefined }[]): void {
  for (const [type, most] of Object.entries(MOST_COMMANDS)) {
    const count = commands.filter((command) => (command.type ?? 1) === Number(type)).length;
    if (count > most) throw new DiscordError(400, 30032, `Maximum number of application commands reached (${most}).`);
  }
}

/** A command without translations, as the API lists it by default. */
function withoutLocalizations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocalizations);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !key.endsWith('_localizations'));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLocalizations(inner)]));
}

export function commandRoutes({ world }: RouteDeps): Route[] {
  const registry = new CommandRegistry(world);
  const base = '/applications/:application/commands';
  const route = (line: Parameters<typeof botRoute>[0], handle: Route['handle']): Route =>
    botRoute(line, (call) => {
      requireOwnApplication(call, world);
      return handle(call);
    });
  return [
    route(`GET ${base}`, (call) => {
      const commands = [...registry.commands.values()];
      return call.json(call.req.query('with_localizations') === 'true' ? commands : commands.map(withoutLocalizations));
    }),
    route(`PUT ${base}`, async (call) => {
      const { body } = await readBody(call);
      if (!Array.isArray(body)) {
        throw invalidField([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
      }
      const faults = body.flatMap((item, index) =>
        commandFaults(item).map((found) => ({ ...found, path: [index, ...found.path] })),
      );
      if (faults.length > 0) throw invalidForm(faults);
      return call.json(registry.replaceAll(body.map(checkCommand)));
    }),
    route(`POST ${base}`, async (call) => {
      const { body } = await readBody(call);
      const { command, isNew } = registry.create(checkCommand(body));
      return call.json(command, isNew ? 201 : 200);
    }),
    route(`GET ${base}/:command`, (call) => call.json(registry.find(param(call, 'command')))),
    route(`PATCH ${base}/:command`, async (call) => {
      const command = registry.find(param(call, 'command'));
      const { body } = await readBody(call);
      return call.json(registry.update(command, body as object));
    }),
    route(`DELETE ${base}/:command`, (call) => {
      if (!registry.commands.delete(param(call, 'command'))) throw unknown.command();
      return call.body(null, 204);
    }),
  ];
}
