/** The permissions of the containers, read from the files that describe them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '../../src/runtime/config.ts';
import { hasSystemd } from '../support/needs.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

type Tree = { [key: string]: Tree | string };

/** Reads the YAML that the file uses: maps by indentation, anchors, merges. Lists and flow stay text. */
const parsed = (text: string): Tree => {
  const root: Tree = {};
  const anchors = new Map<string, Tree>();
  const open: { indent: number; at: Tree }[] = [{ indent: -1, at: root }];
  for (const line of text.split('\n')) {
    const row = /^( *)([\w.<-][\w.<-]*):(?: +(.*))?$/u.exec(line.replace(/ #.*$/u, '').trimEnd());
    if (!row || line.trimStart().startsWith('#')) {
      const item = /^( *)- (.*)$/u.exec(line);
      const parent = open.at(-1);
      if (item && parent) parent.at.items = `${parent.at.items ?? ''}${item[2]}\n`;
      continue;
    }
    const [, spaces = '', key = '', rest = ''] = row;
    while (open.at(-1)!.indent >= spaces.length) open.pop();
    const { at } = open.at(-1)!;
    const anchor = /^&(\S+)/u.exec(rest)?.[1];
    const alias = /^\*(\S+)$/u.exec(rest)?.[1];
    const value = rest.replace(/^&\S+\s*/u, '');
    if (key === '<<') {
      for (const [name, inherited] of Object.entries(anchors.get(alias!)!)) at[name] ??= inherited;
    } else if (alias) at[key] = anchors.get(alias)!;
    else if (value !== '') at[key] = value;
    else {
      const inner: Tree = {};
      at[key] = inner;
      if (anchor) anchors.set(anchor, inner);
      open.push({ indent: spaces.length, at: inner });
    }
  }
  return root;
};

const compose = parsed(read('docker-compose.yml'));
const services = compose.services as Record<string, Tree>;

describe.each(Object.entries(services))('the container %s', (name, service) => {
  test('has only the permissions that it needs', () => {
    expect(service.read_only).toBe('true');
    expect(service.cap_drop).toBe('[ALL]');
    expect(service.security_opt).toBe("['no-new-privileges:true']");
    expect(service.tmpfs).toBe('[/tmp]');
    expect(service.user).toBe(name === 'redis' ? 'redis' : 'node');
    expect(service.cap_add).toBeUndefined();
    expect(service.privileged).toBeUndefined();
  });

  test('has limits, and no open ports', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/u);
    expect(Number(service.cpus)).toBeGreaterThan(0);
    expect(Number(service.pids_limit)).toBeGreaterThan(0);
    expect(service.ports).toBeUndefined();
    expect(service.network_mode).toBeUndefined();
  });

  test('writes only to named volumes', () => {
    const mounted = String(service.volumes ?? '').match(/[^[\]',\s]+/gu) ?? [];
    for (const mount of mounted) {
      const [volume = ''] = mount.split(':');
      expect(Object.keys(compose.volumes as Tree)).toContain(volume);
    }
  });
});

test('there are four containers, and only those that need Discord reach the internet', () => {
  expect(Object.keys(services).sort()).toEqual(['bot', 'redis', 'register', 'worker']);
  const out = Object.entries(services).filter(([, { networks }]) => String(networks).includes('outside'));
  expect(out.map(([name]) => name).sort()).toEqual(['bot', 'register']);
  expect((compose.networks as Record<string, string>).queue).toBe('{ internal: true }');
});

test('Redis stores its data, and has a health check', () => {
  const { command, healthcheck } = services.redis as { command: Tree; healthcheck: Tree };
  expect(String(command.items)).toContain("--appendonly\n'yes'\n");
  expect(String(command.items)).toContain('--maxmemory-policy\nnoeviction\n');
  expect(String(healthcheck.test)).toContain('redis-cli ping');
});

test('the token comes from a file, only to those that need it', () => {
  for (const [name, { environment, secrets }] of Object.entries(services)) {
    const variables = (environment ?? {}) as Tree;
    expect(Object.keys(variables).filter((key) => VARIABLES.some((one) => one.secret && one.name === key))).toEqual(
      name === 'redis' ? [] : ['REDIS_URL'],
    );
    const needsToken = name === 'bot' || name === 'register';
    expect(secrets).toBe(needsToken ? '[discord-token]' : undefined);
    expect(variables.DISCORD_TOKEN_FILE).toBe(needsToken ? '/run/secrets/discord-token' : undefined);
  }
  // The URL of Redis has no password: nobody else reaches that network.
  expect((services.bot!.environment as Tree).REDIS_URL).toBe('redis://redis:6379');
});

test('every setting that a container can use is passed on', () => {
  const passed = new Set(
    Object.values(services).flatMap(({ environment }) => Object.keys((environment ?? {}) as Tree)),
  );
  // Not in containers: the playground, the Redis of `npm start`, the folder of the image, and a secret in Redis.
  const elsewhere = ['REDIS_BACKEND', 'PLAYGROUND_PORT', 'DATA_DIRECTORY', 'DAILY_SECRET'];
  const missing = VARIABLES.map(({ name }) => name).filter(
    (name) => !passed.has(name) && !passed.has(`${name}_FILE`) && !elsewhere.includes(name),
  );
  expect(missing).toEqual([]);
});

test('the image runs as an unprivileged user, without build tools', () => {
  const final = read('Dockerfile')
    .split(/^FROM /mu)
    .at(-1)!;
  expect(final).toMatch(/^USER node$/mu);
  expect(final).not.toMatch(/^(ADD|EXPOSE)|\b(TOKEN|SECRET|PASSWORD)=/mu);
  expect(read('Dockerfile')).toContain('npm ci --ignore-scripts');
  expect(read('Dockerfile')).toContain('npm prune --omit=dev');
  // Only named files are sent to the build.
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(sent[0]).toBe('*');
  expect(sent.slice(1).filter((line) => !line.startsWith('!') || /\.env|data|\.git/u.test(line))).toEqual([]);
});

test('packages are those of the lock file, each with its checksum', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      { version: string; integrity?: string; resolved?: string; optional?: boolean; os?: string[]; link?: boolean }
    >;
  };
  // The others are our own.
  const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved, version, optional, os }] of installed) {
    // Binaries for other systems than the one where the file was written have no checksum.
    if (!(optional && os)) expect(integrity, path).toMatch(/^sha512-/u);
    expect(version, path).toMatch(/^\d/u);
    expect(resolved, path).toBeUndefined();
  }
  for (const file of ['.ci/run', 'Dockerfile', 'README.md', 'docs/operations.md']) {
    expect(read(file), file).not.toMatch(/npm (i|install|update)\b/u);
  }
  expect(read('.ci/run')).toContain('npm audit --omit=dev');
});

describe.each(['antipode-bot.service', 'antipode-worker@.service'])('the unit %s', (name) => {
  const unit = read(`docs/systemd/${name}`);

  test('gives its process secrets as files, and only the permissions that it needs', () => {
    for (const line of ['User=antipode', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict']) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).toMatch(/^MemoryMax=/mu);
    expect(unit).toMatch(/^TasksMax=/mu);
    expect(unit).toContain('REDIS_URL_FILE=%d/redis-url');
    expect(unit.includes('discord-token')).toBe(name.includes('bot'));
    expect(unit).not.toMatch(/(TOKEN|URL|SECRET)=\S/u);
  });

  test.skipIf(!hasSystemd)('is accepted by systemd (needs systemd)', () => {
    const path = new URL(`../../docs/systemd/${name}`, import.meta.url).pathname;
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path]);
    // Warnings about a missing Node or manual page are about this machine.
    const said = stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes(name) && !line.includes('not executable'));
    expect(said).toEqual([]);
    expect(status === 0 || stderr.toString().includes('not executable')).toBe(true);
  });
});
