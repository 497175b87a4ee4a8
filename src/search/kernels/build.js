// Compiles each AssemblyScript file of `assembly/` to WebAssembly, into `wasm/` beside `src`, where both `src` (tests)
// and `dist` find it. Run by `npm run build`; skips what is newer than its source.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('./assembly/', import.meta.url));
const to = fileURLToPath(new URL('../../../wasm/', import.meta.url));
mkdirSync(to, { recursive: true });

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
// Entry files share modules in folders, so any newer source means compiling all.
const newest = Math.max(
  timeOf(fileURLToPath(import.meta.url)),
  ...readdirSync(from, { recursive: true }).map((file) => timeOf(from + file)),
);

// Memory comes from outside, shared, so that all solver threads see one copy of every table.
const memoryOptions = '--importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536';
const features = '--enable threads --enable simd --enable bulk-memory';
const options = `--runtime stub -O3 --noAssert --converge ${memoryOptions} ${features}`.split(' ');

for (const file of readdirSync(from).filter((name) => name.endsWith('.ts'))) {
  const output = `${to}${file.replace(/\.ts$/, '.wasm')}`;
  if (timeOf(output) > newest) continue;
  // The compiler takes a second to load.
  const { default: asc } = await import('assemblyscript/asc');
  const { error, stderr } = await asc.main([from + file, '--outFile', output, ...options]);
  if (error) {
    process.stderr.write(`${file}: ${error.message}\n${stderr.toString()}\n`);
    process.exitCode = 1;
  }
}
