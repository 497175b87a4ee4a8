/**
 * The image and docker-compose.yml in a Docker engine. `.ci/with-docker` starts one where there is none; it also says which
 * base images are not the official ones. The only other thing that is not as in production is Discord: the stand-in runs as a
 * container of its own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDocker } from '../support/needs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Not `antipode`, which may be the image of a bot on this machine. */
const image = 'antipode-test';
const programs = ['redis', 'bot', 'worker'] as const;
type Program = (typeof programs)[number];

const MB = 2 ** 20;
const limits = {
  redis: { memory: 512 * MB, cpus: 0.5, processes: 64 },
  bot: { memory: 512 * MB, cpus: 1, processes: 128 },
  worker: { memory: 4096 * MB, cpus: 2, processes: 256 },
};
const volumes = { redis: ['/data redis'], bot: [], worker: ['/data tables'] };

const docker = (...parameters: string[]): string =>
  execFileSync('docker', parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  }).trim();
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** A program that prints the stand-in's answer to its argument. */
const ask = `fetch("http://127.0.0.1:8081", { method: "POST", body: process.argv[1] })
  .then((response) => response.text()).then(console.log, () => process.exit(1))`;

/** A Compose project of its own: docker-compose.yml with the stand-in, and with changes. */
class Project {
  readonly name: string;
  private readonly folder: string;
  private readonly token: string;

  /** @param changes merged over the services and networks of docker-compose.yml */
  constructor(name: string, changes: { services?: Record<string, object>; networks?: object } = {}) {
    this.name = `antipode-test-${name}`;
    // Within the project, because an engine in a virtual machine need not see the folder of temporary files.
    mkdirSync(join(root, 'data'), { recursive: true });
    this.folder = mkdtempSync(join(root, 'data', 'containers-'));
    this.token = join(this.folder, 'token');
    writeFileSync(this.token, 'unknown until the stand-in runs');
    const script = readFileSync(new URL('discord.js', import.meta.url), 'utf8').replaceAll('$', '$$$$');
    const discord = {
      image,
      init: true,
      command: ['node', '--input-type=module', '--eval', script],
      networks: ['outside'],
      healthcheck: { test: ['CMD', 'node', '--eval', ask, 'token'], start_period: '30s', start_interval: '1s' },
    };
    const services = Object.fromEntries(
      ['redis', 'bot', 'worker', 'register'].map((service) => [
        service,
        { ...(service !== 'redis' && { image }), ...changes.services?.[service] },
      ]),
    );
    const override = { services: { ...services, discord }, networks: changes.networks ?? {} };
    writeFileSync(join(this.folder, 'override.json'), JSON.stringify(override));
  }

  /** Runs `docker compose`. Settings of this machine and of .env stay outside. */
  compose(...parameters: string[]): string {
    const { PATH, HOME, DOCKER_HOST, DOCKER_CONTEXT, DOCKER_CONFIG } = process.env;
    const settings = { LOG_LEVEL: 'warn', DISCORD_API_URL: 'http://discord:8080/api', DISCORD_TOKEN_FILE: this.token };
    const files = [join(root, 'docker-compose.yml'), join(this.folder, 'override.json')].flatMap((file) => [
      '-f',
      file,
    ]);
    return execFileSync(
      'docker',
      ['compose', '--project-name', this.name, '--env-file', '/dev/null', ...files, ...parameters],
      {
        cwd: root,
        env: { PATH, HOME, DOCKER_HOST, DOCKER_CONTEXT, DOCKER_CONFIG, ...settings },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 2 ** 26,
      },
    ).trim();
  }

  container(program: Program): string {
    return this.compose('ps', '--quiet', program);
  }

  inspect<Found>(program: Program, template: string): Found {
    return JSON.parse(docker('inspect', '--format', `{{json ${template}}}`, this.container(program))) as Found;
  }

  /** The output of a shell command in a container, as its user or as another. */
  shell(program: Program, command: string, ...options: string[]): string {
    return this.compose('exec', '-T', ...options, program, 'sh', '-c', command);
  }

  /** The stand-in's answer to a line of its prompt. */
  ask(line: string): string {
    return this.compose('exec', '-T', 'discord', 'node', '--eval', ask, line);
  }

  /** Starts everything. @returns the seconds until all programs were healthy */
  start(): number {
    this.compose('up', '--detach', '--wait', 'discord');
    // Readable by the user of the containers, whose id is another one.
    writeFileSync(this.token, this.ask('token'), { mode: 0o644 });
    this.compose('run', '--rm', '-T', 'register');
    const started = performance.now();
    this.compose('up', '--detach', '--wait', ...programs);
    return (performance.now() - started) / 1000;
  }

  remove(): void {
    if (!existsSync(this.folder)) return;
    this.compose('--profile', 'register', 'down', '--volumes', '--remove-orphans', '--timeout', '5');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What Docker has of this project. */
  rest(): string[] {
    const mine = ['--filter', `label=com.docker.compose.project=${this.name}`, '--quiet'];
    return [
      ['ps', '--all'],
      ['volume', 'ls'],
      ['network', 'ls'],
    ].flatMap((list) => lines(docker(...list, ...mine)));
  }
}

/** Rights that a program has and should not have. */
function rightsOf(project: Project, program: Program): string[] {
  const status = project.shell(program, 'cat /proc/self/status');
  const found: string[] = [];
  if (project.shell(program, 'id -u') === '0') found.push('runs as root');
  if (!/^CapBnd:\s+0+$/mu.test(status)) found.push('has capabilities');
  if (!/^NoNewPrivs:\s+1$/mu.test(status)) found.push('may gain rights');
  // As root, because file permissions alone would stop another user.
  const folders = project.shell(
    program,
    'for d in / /etc /usr; do touch $d/probe 2>/dev/null && echo $d; done; true',
    '--user',
    '0',
  );
  if (folders !== '') found.push('writes to its root file system');
  return found;
}

/** The limits in the control group of a program, in either version. */
function limitsOf(project: Project, program: Program) {
  const read = (...files: string[]) =>
    project.shell(program, files.map((file) => `cat /sys/fs/cgroup/${file} 2>/dev/null`).join(' || ')).split(/\s+/u);
  const [memory] = read('memory.max', 'memory/memory.limit_in_bytes');
  const [quota, period = read('cpu/cpu.cfs_period_us')[0]] = read('cpu.max', 'cpu/cpu.cfs_quota_us');
  const [processes] = read('pids.max', 'pids/pids.max');
  return { memory: Number(memory), cpus: Number(quota) / Number(period), processes: Number(processes) };
}

/** Differences between a running project and what docker-compose.yml promises. */
function problemsOf(project: Project): string[] {
  return programs.flatMap((program) => {
    const found = rightsOf(project, program);
    const actual = limitsOf(project, program);
    for (const [name, limit] of Object.entries(limits[program])) {
      const value = actual[name as keyof typeof actual];
      if (value !== limit) found.push(`${name} ${value} instead of ${limit}`);
    }
    const mounts = project.inspect<{ Type: string; Name?: string; Destination: string }[]>(program, '.Mounts');
    const written = mounts.filter(({ Type }) => Type !== 'bind').map((one) => `${one.Destination} ${one.Name}`);
    const expected = volumes[program].map((volume) => volume.replace(' ', ` ${project.name}_`));
    if (String(written) !== String(expected)) found.push(`has the volumes ${written}`);
    const ports = project.inspect<Record<string, unknown[] | null>>(program, '.NetworkSettings.Ports');
    if (Object.values(ports ?? {}).some((published) => published !== null)) found.push('publishes a port');
    // A default route has the destination 0. Only the bot needs one, for Discord.
    const hasWayOut = lines(project.shell(program, 'cut -f 2 /proc/net/route')).includes('00000000');
    if (hasWayOut !== (program === 'bot')) found.push(hasWayOut ? 'reaches the internet' : "can't reach Discord");
    return found.map((problem) => `${program} ${problem}`);
  });
}

describe.skipIf(!hasDocker())('containers (needs Docker)', () => {
  const project = new Project('compose');
  const allVolumes = () => lines(docker('volume', 'ls', '--quiet'));
  let volumesBefore = new Set<string>();
  let startSeconds = 0;

  beforeAll(() => {
    volumesBefore = new Set(allVolumes());
    project.compose('--progress', 'plain', 'build', 'bot');
    startSeconds = project.start();
  }, 900_000);
  afterAll(() => {
    project.remove();
    docker('image', 'rm', '--force', image);
  });

  const list = (command: string) => lines(docker('run', '--rm', '--network', 'none', image, 'sh', '-c', command));

  test('the image has no development files', () => {
    const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const packages = list('cd /app/node_modules && ls -d * @*/*');
    expect(packages).toContain('discord.js');
    expect(packages.filter((name) => locked[`node_modules/${name}`]?.dev)).toEqual([]);
    expect(list('find / -xdev -name "*.map" -path "/app/*" -o -path "/app/*.ts" | head')).toEqual([]);
    expect(list('ls -A /app')).toEqual([
      'LICENSE',
      'assets',
      'dist',
      'node_modules',
      'package-lock.json',
      'package.json',
      'packages',
      'wasm',
    ]);
  });

  test('the application takes at most 74 MB', () => {
    const layers = lines(
      docker('history', '--human=false', '--no-trunc', '--format', '{{.Size}} {{.CreatedBy}}', image),
    );
    const application = layers.filter((layer) => layer.includes('COPY /app'));
    expect(application).toHaveLength(1);
    expect(Number.parseInt(application[0]!, 10)).toBeLessThanOrEqual(74_000_000);
  });

  test('the playground and the command line need no network and no rights', () => {
    const strict = [
      '--rm',
      '--network',
      'none',
      '--read-only',
      '--tmpfs',
      '/tmp',
      '--cap-drop',
      'ALL',
      '--memory',
      '512m',
    ];
    expect(docker('run', ...strict, image, 'node', 'dist/cli.js', 'solve', 'eight', '867254301')).toContain('31 moves');
    const line = 'echo /solve eight 867254301 | node dist/main.js 2>&1';
    expect(docker('run', ...strict, image, 'sh', '-c', line)).toContain('31 moves');
  });

  test('all containers are healthy soon', () => {
    // Without start_interval, Docker looks after 30 s for the first time.
    expect(startSeconds).toBeLessThan(25);
  });

  test('rights, limits, volumes and networks are those of docker-compose.yml', () => {
    expect(problemsOf(project)).toEqual([]);
  });

  test('settings without a value stay unset', () => {
    const environment = lines(project.shell('bot', 'env')).map((entry) => entry.split('=', 1)[0]);
    expect(environment).toContain('LOG_LEVEL');
    for (const name of ['REDIS_PREFIX', 'SHARDS', 'SOLVE_TIMEOUT_SECONDS']) expect(environment).not.toContain(name);
  });

  test('answers a question', () => {
    expect(project.ask('/solve eight 867254301')).toContain('**31 moves** · proved shortest');
  });

  test('nobody outside the network of the queue reaches Redis', () => {
    type Networks = Record<string, { IPAddress: string }>;
    const [{ IPAddress: address }] = Object.values(project.inspect<Networks>('redis', '.NetworkSettings.Networks')) as [
      { IPAddress: string },
    ];
    const probe = (container: 'discord' | 'worker', host: string) =>
      project.compose(
        ...['exec', '-T', container, 'node', '--eval'],
        `const socket = require("net").connect(6379, process.argv[1]);
        const end = (text) => { console.log(text); process.exit(); };
        socket.once("connect", () => end("connected")).once("error", ({ code }) => end(code));
        setTimeout(end, 3000, "no answer");`,
        host,
      );
    expect(probe('worker', address)).toBe('connected');
    expect(probe('worker', 'redis')).toBe('connected');
    expect(probe('discord', address)).not.toBe('connected');
    expect(probe('discord', 'redis')).not.toBe('connected');
  });

  test('Redis keeps its data over a restart, in one file', async () => {
    project.shell('redis', 'redis-cli set antipode:probe kept');
    project.compose('restart', 'redis');
    await expect.poll(() => project.shell('redis', 'redis-cli get antipode:probe')).toBe('kept');
    expect(project.shell('redis', 'ls /data')).toBe('appendonlydir');
    await expect.poll(() => project.ask('/solve eight 867254301')).toContain('**31 moves** · proved shortest');
  });

  test('everything stops by itself, without an error', () => {
    project.compose('stop', 'bot', 'worker', 'redis');
    for (const program of programs) {
      const id = project.compose('ps', '--all', '--quiet', program);
      expect(docker('inspect', '--format', '{{.State.ExitCode}} {{.State.OOMKilled}}', id), program).toBe('0 false');
    }
  });

  test('a mistake in docker-compose.yml is found', () => {
    const wrong = new Project('wrong', {
      services: { bot: { read_only: false }, redis: { mem_limit: '256m' } },
      networks: { queue: { internal: false } },
    });
    try {
      wrong.start();
      expect(problemsOf(wrong)).toEqual([
        `redis memory ${256 * MB} instead of ${512 * MB}`,
        'redis reaches the internet',
        'bot writes to its root file system',
        'worker reaches the internet',
      ]);
    } finally {
      wrong.remove();
    }
    expect(wrong.rest()).toEqual([]);
  });

  test('"down --volumes" leaves nothing', () => {
    expect(project.rest()).not.toEqual([]);
    project.remove();
    expect(project.rest()).toEqual([]);
    // Volumes without a name have no label either.
    expect(allVolumes().filter((volume) => !volumesBefore.has(volume))).toEqual([]);
  });
});
